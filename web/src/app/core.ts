// The rules, loaded once.

import wasm from "../../../build/wasm/harmonies.wasm?url";

import { type Core, loadCore } from "../core/core";

let loading: Promise<Core> | null = null;

export function rules(): Promise<Core> {
  loading ??= loadCore(fetch(new URL(wasm, import.meta.url)));
  return loading;
}
