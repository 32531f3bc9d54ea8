// How pieces arrive. Only what is added moves: a board that is shown for the first time stands still.

import type { TransitionConfig } from "svelte/transition";

const LANDING_MS = 200;
const HEIGHT = 26;

export function stillPreferred(): boolean {
  return (
    typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** A piece that comes down from above. */
export function land(_piece: Element): TransitionConfig {
  return {
    duration: stillPreferred() ? 0 : LANDING_MS,
    easing: (time) => 1 - (1 - time) ** 3,
    css: (_, left) => `transform: translateY(${-HEIGHT * left}px); opacity: ${1 - left * left}`,
  };
}
