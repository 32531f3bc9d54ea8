import { defineConfig } from "vitest/config";

// Whole games in a real browser, against a real server that each file starts for itself.
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
