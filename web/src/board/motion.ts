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

/**
 * Lets a copy of a drawing travel over the page to where its piece will be. Resolves when it is
 * there, at once where motion is not wanted. `skip` ends it early.
 */
export async function travel(
  drawing: SVGSVGElement,
  to: DOMRect,
  options: { milliseconds?: number; skip?: AbortSignal } = {},
): Promise<void> {
  if (stillPreferred() || options.skip?.aborted) return;
  const from = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.classList.add("hm-travelling");
  Object.assign(copy.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(copy);
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = copy.animate(
    [{ transform: "none" }, { transform: `translate(${across}px, ${down}px)` }],
    { duration: options.milliseconds ?? TRAVEL_MS, easing: EASE_OUT },
  );
  options.skip?.addEventListener("abort", () => flight.finish(), { once: true });
  await flight.finished.catch(() => undefined);
  copy.remove();
}
