// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Core } from "../src/core/core";
import { TableStore } from "../src/table/store.svelte";
import { freshCore } from "./built";
import { layLine, Line, playingTable } from "./line";

const SOLO = "drawn TTL LFF MTH turned otter fish bear";
const TWO = "drawn WMT LFF MTH WWM TTL turned otter fish bear bee frog";
const PAUSE = 400;
let core: Core;
let store: TableStore;

beforeAll(async () => {
  core = await freshCore();
});
beforeEach(() => {
  vi.useFakeTimers();
  layLine();
});
afterEach(() => {
  store.close();
  expect(core.openGames).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function at(players: number, draw: string, ...you: number[]): Line {
  store = new TableStore(core, "t", null);
  const line = Line.latest;
  line.onopen();
  line.say({ type: "table", table: playingTable(players, ...you) });
  line.happen(0, [draw]);
  return line;
}

const stackOn = (space: string) => store.view?.seats[0]?.board.get(space)?.stack;

test("what another does is shown move by move, and each is said", () => {
  at(2, TWO, 2).happen(1, ["take 1", "place W a1", "place M a2"]);
  const shown = [stackOn("a1")];
  for (let moves = 1; moves < 3; moves++) {
    vi.advanceTimersByTime(PAUSE);
    shown.push(stackOn("a1"), stackOn("a2"));
  }
  expect(shown).toEqual(["", "W", "", "W", "M"]);
  expect(store.replaying).toBe(true);
  vi.advanceTimersByTime(PAUSE);
  expect(store.replaying).toBe(false);
  expect(store.said.map(({ text }) => text)).toEqual([
    "Ada takes group 1.",
    "Ada places water on a1.",
    "Ada places mountain on a2.",
  ]);
});

test("what is being shown can be skipped, and nothing of it stays unsaid", () => {
  at(2, TWO, 2).happen(1, ["take 1", "place W a1", "place M a2"]);
  store.skip();
  expect([stackOn("a1"), stackOn("a2"), store.replaying]).toEqual(["W", "M", false]);
  expect(store.said).toHaveLength(3);
});

test("a move is witnessed before it is made, and again when it is shown", () => {
  const line = at(2, TWO, 1);
  const seen: string[] = [];
  store.witness = (event, seat) => {
    seen.push(`${seat} ${event} ${store.view?.taken}`);
    return () => seen.push(`shown ${store.view?.taken}`);
  };
  store.play("take 1");
  line.happen(1, ["take 1"]); // only confirms what is shown
  expect(seen).toEqual(["0 take 1 null", "shown 1"]);
});

test("a token goes back from under what was done after it, and the rest stays", () => {
  const line = at(1, SOLO, 1);
  for (const move of ["take 1", "place T c1", "place T c1", "place L a1"]) store.play(move);
  store.takeBack(1);
  expect(store.turn).toEqual(["take 1", "place T c1", "place L a1"]);
  expect(store.view?.hand).toBe("T");
  expect(line.moves.slice(4)).toEqual(["undo", "undo", "undo", "place T c1", "place L a1"]);
});

test("what cannot stand without the token goes back with it", () => {
  at(1, "drawn MTH TTL LFF turned otter fish bear", 1);
  for (const move of ["take 1", "place T c1", "place H c1", "place M a1"]) store.play(move);
  store.takeBack(1);
  // A house may stand on the ground, so it stays, and so does all that came after it.
  expect(store.turn).toEqual(["take 1", "place H c1", "place M a1"]);
  store.undo();
  store.undo();
  store.play("place M b1");
  store.play("place H b1");
  store.play("place T e5");
  store.takeBack(3);
  expect(store.turn).toEqual(["take 1", "place M b1", "place H b1"]);
});

test("what the server refuses is taken back, and said to be about what was tried", () => {
  const line = at(1, SOLO, 1);
  store.play("take 1");
  const [sent] = line.told;
  line.say({ type: "problem", id: sent?.type === "play" ? sent.id : "", problem: { code: "play/stale" } });
  expect(store.refused).toEqual({ code: "play/stale", what: "take 1" });
  expect(store.view?.taken).toBeNull();
  expect(store.play("take 2")).toBe(true);
  expect(store.refused).toBeNull();
});

test("what another tab has done meanwhile wins, and it is said beside what was done here", () => {
  const line = at(1, SOLO, 1);
  store.play("take 1");
  store.play("place T c1");
  line.happen(1, ["take 2"]);
  expect([store.view?.taken, stackOn("c1")]).toEqual([2, ""]);
  expect(store.refused).toEqual({ code: "play/stale", what: "take 1" });
  line.say({ type: "problem", id: "m1", problem: { code: "play/stale" } });
  expect(store.refused?.what).toBe("take 1");
  expect(store.play("place L a1")).toBe(true);
  expect(store.refused).toBeNull();
});

test("an animal's points are for the spaces that its cubes stand on", () => {
  at(1, "drawn MFF TTL LFW turned meerkat fennec bear", 1);
  const moves = ["draft meerkat", "take 1", "place M c3", "place F c2", "place F a1", "settle meerkat c3"];
  for (const move of moves) expect(store.play(move)).toBe(true);
  const animals = () => store.reasons(0).filter(({ category }) => category === "animals");
  expect(animals()).toMatchObject([{ card: "meerkat", points: 2, spaces: ["c3"] }]);
  store.undo();
  expect(animals()).toMatchObject([{ card: "meerkat", points: 0, spaces: [] }]);
});

test("a thought changes nothing, and knows what the end of the turn will draw", () => {
  at(1, SOLO, 1);
  for (const move of ["take 1", "place T c1", "place T c1", "place L c1"]) store.play(move);
  const before = store.game.position();
  expect(store.after("end").needs).toEqual({ groups: 3, cards: 0, spirits: false });
  expect(store.game.position()).toBe(before);
});

test("what makes no sense is asked for again from the beginning, and the board stays till then", () => {
  const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const line = at(2, TWO, 1);
  line.happen(1, ["take 1", "place W a1", "place W a1", "place M a2"]);
  vi.advanceTimersByTime(3 * PAUSE);
  expect([stackOn("a1"), store.refused?.code]).toEqual(["W", "play/unknown-version"]);
  line.happen(5, ["place M b1"]); // nothing that comes now can be understood
  vi.advanceTimersByTime(5 * PAUSE);
  const again = Line.latest;
  expect(again).not.toBe(line);
  again.onopen();
  again.say({ type: "table", table: playingTable(2, 1) });
  again.happen(0, [TWO, "take 1", "place W a1", "place M a2"]);
  expect([stackOn("a1"), stackOn("a2")]).toEqual(["W", "M"]);
  expect(store.play("place T b1")).toBe(true);
  expect(faults).toHaveBeenCalledOnce();
  faults.mockRestore();
});
