// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { departing, hideWhileTravelling, hop, land } from "./motion";

afterEach(() => vi.unstubAllGlobals());

function wishForStillness(matches: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches }));
}

const svg = () => document.createElementNS("http://www.w3.org/2000/svg", "svg") as SVGSVGElement;

/** Where nothing is laid out, one that says it is 100 wide and 100 high. */
const wide = () =>
  Object.assign(svg(), { getBoundingClientRect: () => new DOMRect(0, 0, 100, 100) });

it("brings pieces down to where they stand", () => {
  wishForStillness(false);
  for (const way of [land, hop]) {
    const { duration, css } = way(svg(), { thought: false });
    expect(duration).toBeGreaterThanOrEqual(120);
    expect(duration).toBeLessThanOrEqual(250);
    expect(css?.(0, 1)).toContain("translateY(-26px); opacity: 0");
    expect(css?.(1, 0)).toMatch(/translateY\(-?0px\); opacity: 1/);
  }
});

it("lets what is only thought of appear in its place", () => {
  wishForStillness(false);
  for (const way of [land, hop]) {
    expect(way(svg(), { thought: true }).css?.(0.5, 0.5)).toContain("translateY(0px)");
  }
});

it("keeps still for those who asked for it", async () => {
  wishForStillness(true);
  expect(land(svg(), { thought: false }).duration).toBe(0);
  expect(hop(svg(), { thought: false }).duration).toBe(0);
  const token = Object.assign(svg(), { animate: vi.fn() });
  hideWhileTravelling(token);
  expect(token.animate).not.toHaveBeenCalled();
  await departing(wide())(new DOMRect(0, 0, 1, 1));
  expect(document.querySelector(".hm-travelling")).toBeNull();
});

it("does not set out when it was skipped", async () => {
  wishForStillness(false);
  await departing(wide())(new DOMRect(0, 0, 1, 1), AbortSignal.abort());
  expect(document.querySelector(".hm-travelling")).toBeNull();
});

it("takes the copy away when it has arrived", async () => {
  wishForStillness(false);
  let arrive = () => {};
  const finished = new Promise<void>((resolve) => (arrive = resolve));
  const animate = vi.fn(() => ({ finished, finish: arrive }));
  const skip = new AbortController();
  const drawing = Object.assign(wide(), { cloneNode: () => Object.assign(svg(), { animate }) });
  const journey = departing(drawing)(new DOMRect(60, 50, 60, 60), skip.signal);
  expect(document.querySelectorAll(".hm-travelling")).toHaveLength(1);
  expect(animate.mock.calls[0]).toMatchObject([[{}, { transform: "translate(40px, 30px) scale(0.6)" }], {}]);
  skip.abort();
  await journey;
  expect(document.querySelectorAll(".hm-travelling")).toHaveLength(0);
});
