// How pieces arrive and travel. Only what is added moves: a board that is shown for the first time
// stands still. Nothing moves for those who asked for that.

import type { TransitionConfig } from "svelte/transition";

const LANDING_MS = 200;
const THOUGHT_MS = 120;
const TRAVEL_MS = 240;
const HOP_MS = 250;
/** When the cube first touches its stack. */
const HOP_TOUCHES = 0.6;
const HEIGHT = 26;
const SMALL_HOP = 7;
const EASE_OUT = "cubic-bezier(0.2, 0.7, 0.3, 1)";

export function stillPreferred(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A token that comes down from above; one that is only thought of appears where it is. */
export function land(_token: Element, { thought }: { thought: boolean }): TransitionConfig {
  const height = thought ? 0 : HEIGHT;
  const time = thought ? THOUGHT_MS : LANDING_MS;
  return {
    duration: stillPreferred() ? 0 : time,
    easing: (passed) => 1 - (1 - passed) ** 3,
    css: (_, left) => `transform: translateY(${-height * left}px); opacity: ${1 - left * left}`,
  };
}

/** A cube that falls onto its stack and hops once more. */
export function hop(_cube: Element, { thought }: { thought: boolean }): TransitionConfig {
  if (thought) return land(_cube, { thought });
  return {
    duration: stillPreferred() ? 0 : HOP_MS,
    css: (passed) =>
      `transform: translateY(${-hopHeight(passed)}px); opacity: ${Math.min(1, passed * 3)}`,
  };
}

function hopHeight(passed: number): number {
  if (passed < HOP_TOUCHES) return HEIGHT * (1 - (passed / HOP_TOUCHES) ** 2);
  const half = (1 - HOP_TOUCHES) / 2;
  return SMALL_HOP * (1 - ((passed - HOP_TOUCHES - half) / half) ** 2);
}

/** Takes a copy of a drawing along from where it is now to where its piece will be. */
export type Journey = (to: DOMRect, skip?: AbortSignal) => Promise<void>;

/**
 * A drawing that is about to leave its place. The journey resolves when it is there, at once where
 * motion is not wanted or nothing was to be seen; `skip` ends it early.
 */
export function departing(drawing: Element): Journey {
  const from = drawing.getBoundingClientRect();
  if (stillPreferred() || from.width === 0) return () => Promise.resolve();
  const copy = drawing.cloneNode(true) as SVGElement;
  return (to, skip) => (skip?.aborted ? Promise.resolve() : travel(copy, from, to, skip));
}

async function travel(copy: SVGElement, from: DOMRect, to: DOMRect, skip?: AbortSignal) {
  place(copy, from);
  document.body.append(copy);
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const size = Math.min(1, Math.max(to.width, 24) / from.width);
  const flight = copy.animate(
    [{ transform: "none" }, { transform: `translate(${across}px, ${down}px) scale(${size})` }],
    { duration: TRAVEL_MS, easing: EASE_OUT },
  );
  skip?.addEventListener("abort", () => flight.finish(), { once: true });
  await flight.finished.catch(() => undefined);
  copy.remove();
}

/** Lays a copy over the page, exactly where its drawing is. */
export function place(copy: SVGElement, { left, top, width, height }: DOMRect): void {
  copy.classList.add("hm-travelling");
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/** What arrives is not there before its copy has travelled to it. */
export function hideWhileTravelling(piece: Element): void {
  if (stillPreferred()) return;
  piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL_MS });
}
