// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GameView, Reason } from "../core/core";
import { Count } from "./count.svelte";
import type { TableStore } from "./store.svelte";

const OF = { trees: 7, mountains: 0, fields: 5, buildings: 0, water: 11, animals: 20, spirit: 4 };
const REASONS = [
  { category: "trees", points: 7, size: 3, card: null, spaces: ["a1"], path: [] },
  { category: "fields", points: 5, size: 2, card: null, spaces: ["b1", "b2"], path: [] },
  { category: "fields", points: 0, size: 1, card: null, spaces: ["e5"], path: [] },
] as Reason[];

const store = (sawEnd: boolean) =>
  ({ sawEnd, points: [{ of: OF, total: 47 }], reasons: () => REASONS }) as unknown as TableStore;
const view = (spirits: boolean) => ({ spirits }) as GameView;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("counts one category after the other and then rests", () => {
  const count = new Count(store(true), view(true));
  const totals = [count.total(0)];
  while (!count.done) {
    vi.advanceTimersByTime(1300);
    totals.push(count.total(0));
  }
  expect(totals).toEqual([7, 7, 12, 12, 23, 43, 47]);
  vi.advanceTimersByTime(1300);
  expect(count.shown).toBeNull();
});

it("shows on the boards what brought the points, and nothing that brought none", () => {
  const count = new Count(store(true), view(false));
  expect(count.reasons(0)).toEqual({ spaces: ["a1"], path: [], marks: { a1: "+7" } });
  count.show("fields");
  expect(count.reasons(0)).toEqual({ spaces: ["b1", "b2"], path: [], marks: { b1: "+5" } });
  count.stop();
});

it("can be skipped, and has counted already when the game was found ended", () => {
  const skipped = new Count(store(true), view(false));
  skipped.finish();
  const found = new Count(store(false), view(false));
  for (const count of [skipped, found]) {
    expect(count.done).toBe(true);
    expect(count.total(0)).toBe(43); // without spirits none is counted
    expect(vi.getTimerCount()).toBe(0);
  }
});
