// What `make test` builds before the page's tests run.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Core, loadCore } from "../src/core/core";

const built = (name: string) => join(import.meta.dirname, "../../build/wasm", name);

export const wasm = readFileSync(built("harmonies.wasm"));

export const freshCore = (): Promise<Core> => loadCore(wasm);

export function recordedLines(): string[] {
  return readFileSync(built("games.jsonl"), "utf-8").trimEnd().split("\n");
}
