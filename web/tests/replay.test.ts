import { beforeAll, expect, test } from "vitest";

import type { Core } from "../src/core/core";
import { type Pending, Replay, UNDO } from "../src/table/replay";
import { freshCore } from "./built";

const DRAWN = "drawn WMT LFF MTH turned otter fish bear";
let core: Core;

beforeAll(async () => {
  core = await freshCore();
});

function begun(): Replay {
  const replay = new Replay(core, { side: "A", players: 1, spirits: false, first: 0 });
  replay.enter(DRAWN);
  return replay;
}

function attempt(replay: Replay, text: string): Pending {
  const answer = replay.attempt(text);
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

test("a move is shown before the server has said anything, and stays when it agrees", () => {
  const replay = begun();
  const pending = attempt(replay, "take 1");
  expect(pending.version).toBe(1);
  expect(replay.game.view().hand).toBe("WMT");
  replay.enter("take 1");
  expect(replay.pending).toEqual([]);
  expect(replay.game.view().hand).toBe("WMT");
  expect(replay.turn).toEqual(["take 1"]);
});

test("moves that are under way count for the version of the next", () => {
  const replay = begun();
  attempt(replay, "take 1");
  expect(attempt(replay, "place W a1").version).toBe(2);
  expect(attempt(replay, UNDO).version).toBe(3);
  expect(replay.turn).toEqual(["take 1"]);
  for (const event of ["take 1", "place W a1", UNDO]) replay.enter(event);
  expect(replay.game.view().hand).toBe("WMT");
});

test("what the server refuses is taken back, with all that was built on it", () => {
  const replay = begun();
  attempt(replay, "take 1");
  const refused = attempt(replay, "place W a1");
  attempt(replay, "place M a2");
  replay.takeBack(refused.id);
  expect(replay.game.view().hand).toBe("WMT");
  expect(replay.pending).toHaveLength(1);
});

test("another tab was quicker: what it did counts", () => {
  const replay = begun();
  attempt(replay, "take 1");
  replay.enter("take 2");
  expect(replay.pending).toEqual([]);
  expect(replay.game.view().taken).toBe(2);
});

test("what may not be played is refused by its code and changes nothing", () => {
  const replay = begun();
  expect(replay.attempt("end")).toBe("move/take-first");
  expect(replay.pending).toEqual([]);
});

test("whose cube stands on a space is known, settled here or heard of, and after it went back", () => {
  const replay = new Replay(core, { side: "A", players: 1, spirits: false, first: 0 });
  replay.enter("drawn MFF TTL LFW turned meerkat fennec bear");
  for (const move of ["draft meerkat", "take 1", "place M c3", "place F c2"]) replay.enter(move);
  expect(replay.cubeOf(0, "c3")).toBeNull();
  attempt(replay, "settle meerkat c3");
  expect(replay.cubeOf(0, "c3")).toBe("meerkat");
  replay.takeBack("m1");
  expect(replay.cubeOf(0, "c3")).toBeNull();
  replay.enter("settle meerkat c3");
  expect([replay.cubeOf(0, "c3"), replay.cubeOf(0, "c2")]).toEqual(["meerkat", null]);
  replay.free();
});

test("no game is left behind in the core's memory", () => {
  const before = core.openGames;
  const replay = begun();
  attempt(replay, "take 1");
  replay.attempt("end");
  replay.enter("take 1");
  replay.free();
  expect(core.openGames).toBe(before);
});
