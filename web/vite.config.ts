import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { serviceWorker } from "./tools/service_worker";

// Every address in what is built is relative: a reverse proxy may serve the page under any path.
export default defineConfig({
  base: "./",
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/harmonies/web_page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://localhost:8484", ws: true } } },
});
