// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Core } from "../src/core/core";
import { TableStore } from "../src/table/store.svelte";
import { Turn } from "../src/table/turn.svelte";
import { freshCore } from "./built";
import { layLine, Line, playingTable } from "./line";

const DRAWN = "drawn MFF TTL LFW turned meerkat fennec bear";
let core: Core;
let store: TableStore;
let turn: Turn;

beforeAll(async () => {
  core = await freshCore();
});
beforeEach(() => {
  vi.useFakeTimers();
  layLine();
  store = new TableStore(core, "t", null);
  Line.latest.onopen();
  Line.latest.say({ type: "table", table: playingTable(1, 1) });
  Line.latest.happen(0, [DRAWN]);
  turn = new Turn(store);
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function play(...moves: string[]): void {
  for (const move of moves) if (!store.play(move)) throw new Error(`${move}: ${store.refused?.code}`);
}

test("before anything is in hand the board says what comes first", () => {
  turn.touch("c3");
  expect(store.refused).toEqual({ code: "move/take-first", what: "place c3" });
});

test("who plays while it is another's turn is told so, and a spectator nothing", () => {
  Line.latest.say({ type: "table", table: { ...playingTable(2, 2), revision: 2 } });
  turn.touch("c3");
  expect(store.refused).toEqual({ code: "play/not-your-turn", what: "place ? c3" });
  turn.take(1);
  expect(store.refused?.what).toBe("take 1");
  store.refused = null;
  Line.latest.say({ type: "table", table: { ...playingTable(2), revision: 3 } });
  turn.touch("c3");
  expect(store.refused).toBeNull();
});

test("a card that cannot be taken has a reason, and one that can has none", () => {
  expect([store.why("draft meerkat"), store.why("draft crow")]).toEqual([null, "move/card-not-face-up"]);
  play("draft meerkat");
  expect(store.why("draft fennec")).toBe("move/already-drafted");
});

test("a touch places the token in hand, and another one when that was chosen", () => {
  turn.take(1);
  expect([turn.token, turn.glow.size]).toEqual(["M", 23]);
  turn.hold(1);
  turn.touch("c3");
  expect(store.turn).toEqual(["take 1", "place F c3"]);
});

test("a ghost shows what would stand there and what it would be worth", () => {
  play("take 1", "place F c3");
  turn.hold(1); // the other field
  turn.hovered = "c2";
  expect(turn.ghost).toEqual({ space: "c2", stack: "F" });
  expect(turn.marks).toEqual({ c2: "+5" });
  turn.hovered = "c3";
  expect(turn.ghost).toBeNull();
});

test("what is put down by hand goes where it was let go, or nowhere", () => {
  play("take 1", "place F c3");
  turn.put("c3");
  expect(store.refused?.code).toBe("move/does-not-stack");
  turn.put("c4");
  expect(store.turn.at(-1)).toBe("place M c4");
});

test("a space that takes a cube takes it when touched, tokens in hand or not", () => {
  play("draft meerkat", "take 1", "place M c3", "place F c2");
  expect([...turn.cubes]).toEqual([["c3", ["meerkat"]]]);
  expect(turn.glow.has("c3")).toBe(false);
  turn.hovered = "c3";
  expect(turn.ghost).toEqual({ space: "c3", stack: "M*" });
  turn.touch("c3");
  expect(store.turn.at(-1)).toBe("settle meerkat c3");
  expect(turn.flash).toEqual({ c3: "+2" });
  vi.advanceTimersByTime(2_000);
  expect(turn.flash).toEqual({});
});

test("what was put there in this turn goes back when it is touched, the cube first", () => {
  play("draft meerkat", "take 1", "place M c3", "place F c2", "settle meerkat c3");
  turn.touch("c3");
  expect(store.turn.at(-1)).toBe("place F c2");
  turn.take(1);
  play("settle meerkat c3");
  turn.touch("c2"); // without the field there is no habitat, so the cube goes as well
  expect(store.turn).toEqual(["draft meerkat", "take 1", "place M c3"]);
});

test("a card with one space for its cube needs no second touch; others show where it fits", () => {
  play("draft meerkat", "take 1", "place M c3", "place F c2");
  turn.touchOwn("meerkat");
  expect(store.turn.at(-1)).toBe("settle meerkat c3");
  turn.peek("fennec", true);
  expect(turn.near(0)?.cubes.size).toBeGreaterThan(0);
  turn.peek("fennec", false);
  expect(turn.near(0)).toBeNull();
});
