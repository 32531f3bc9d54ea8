// The rules, loaded once.

import wasm from "../../../build/wasm/harmonies.wasm?url";

import { type Core, loadCore } from "../core/core";

let loading: Promise<Core> | null = null;

/** What could not be loaded can be asked for again. */
export function rules(): Promise<Core> {
  loading ??= loadCore(fetch(new URL(wasm, import.meta.url))).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
