// Builds the service worker beside the page, and tells it what to keep at hand.

import { createHash } from "node:crypto";

import type { Plugin } from "vite";

const ENTRY = "src/worker/worker.ts";
const NAME = "worker.js";
/** Kept for the next visit; pictures for the home screen are not worth it. */
const KEPT = /\.(css|js|wasm|svg)$/;
/** Of what lies in public/. */
const BESIDE = ["icon.svg"];

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    config: () => ({
      build: {
        rollupOptions: {
          input: { index: "index.html", worker: ENTRY },
          output: {
            entryFileNames: ({ name }) => (name === "worker" ? NAME : "assets/[name]-[hash].js"),
          },
        },
      },
    }),
    generateBundle(_, bundle) {
      const worker = bundle[NAME];
      if (worker?.type !== "chunk") throw new Error(`${NAME} was not built`);
      if (worker.imports.length > 0) throw new Error(`${NAME} has to stand alone`);
      const made = Object.keys(bundle).filter((name) => name !== NAME && KEPT.test(name));
      const files = [...made.sort(), ...BESIDE];
      const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      worker.code = worker.code
        .replace("__FILES__", JSON.stringify(files).replaceAll('"', '\\"'))
        .replace("__BUILD__", build);
    },
  };
}
