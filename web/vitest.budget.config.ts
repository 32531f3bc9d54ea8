import { defineConfig } from "vitest/config";

// How fast the page is. One thing at a time: they would slow each other down.
export default defineConfig({
  test: {
    include: ["budget/**/*.budget.ts"],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
