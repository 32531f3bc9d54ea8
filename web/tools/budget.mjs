// What a first visit loads, compressed as a server would send it. Too much fails the build.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const page = fileURLToPath(new URL("../../src/harmonies/web_page/", import.meta.url));
const MOST = { page: 150 * 1024, wasm: 60 * 1024 };
const sizes = { page: 0, wasm: 0 };

for (const name of readdirSync(page, { recursive: true })) {
  const kind = name.endsWith(".wasm") ? "wasm" : /\.(js|css|svg|html)$/.test(name) ? "page" : null;
  if (kind) sizes[kind] += gzipSync(readFileSync(join(page, name))).length;
}
for (const kind of ["page", "wasm"]) {
  console.log(`${kind}: ${(sizes[kind] / 1024).toFixed(1)} KiB gzipped, at most ${MOST[kind] / 1024}`);
  if (sizes[kind] > MOST[kind]) process.exitCode = 1;
}
