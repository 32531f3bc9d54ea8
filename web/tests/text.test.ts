import { expect, it } from "vitest";

import { type CoreGame, TextFault } from "../src/core/core";
import { freshCore } from "./built";
import { chance, pick } from "./random_play";

const core = await freshCore();

function faultOf(read: () => unknown): TextFault {
  try {
    read();
  } catch (error) {
    if (error instanceof TextFault) return error;
    throw error;
  }
  throw new Error("the text was read without a fault");
}

it("reads every move that it writes", () => {
  for (let index = 0; index < core.moveCount; ++index) {
    const move = core.move(index);
    expect(core.parseMove(move.text)).toBe(move);
  }
});

it.each([
  ["place M c3", { kind: "place", token: "M", space: "c3" }],
  ["take 2", { kind: "take", group: 2 }],
  ["keep lion", { kind: "keep", card: "lion" }],
  ["draft fennec", { kind: "draft", card: "fennec" }],
  ["settle lion g4", { kind: "settle", card: "lion", space: "g4" }],
  ["discard otter", { kind: "discard", card: "otter" }],
  ["end", { kind: "end" }],
])("takes '%s' apart", (text, parts) => {
  expect(core.parseMove(text)).toEqual({ index: expect.any(Number), text, ...parts });
});

it.each([
  ["", "syntax/missing-word", 1],
  ["plce M c3", "syntax/unknown-verb", 1],
  ["place M z9", "syntax/unknown-space", 9],
  ["place é c3", "syntax/unknown-token", 7],
  ["end 🦦 now", "syntax/trailing-text", 5],
])("says where '%s' is wrong", (text, code, column) => {
  expect(faultOf(() => core.parseMove(text))).toMatchObject({ code, text, column });
});

it("has a code for every fault", () => {
  const codes = [...core.refusals, ...core.textFaults];
  expect(codes.length).toBeGreaterThan(60);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^(move|draw|undo|syntax|text)\/[a-z-]+$/);
});

it("survives any text", () => {
  const below = chance(1);
  const start = core.newGame();
  const before = start.position();
  const words = [
    ...before.split(" "),
    ...["drawn", "turned", "dealt", "WMT", "otter", "lion|owl", "?|?", "play:1=TL", "settle"],
    ...["\0", "\ud800", "🦦", "é", "%s%n", "9".repeat(400), "-".repeat(70_000), " ", "A2"],
  ];
  let read = 0;
  for (let i = 0; i < 5_000; ++i) {
    const text = Array.from({ length: below(14) }, () => pick(words, below)).join(
      pick([" ", ",", "", "/"], below),
    );
    const opened: CoreGame[] = [];
    for (const attempt of [
      () => opened.push(core.parsePosition(text)),
      () => core.parseMove(text),
      () => start.deal(text),
    ]) {
      try {
        attempt();
        ++read;
      } catch (error) {
        if (!(error instanceof TextFault)) throw error;
        expect(core.textFaults).toContain(error.code);
        expect(error.column).toBeLessThanOrEqual(text.length + 1);
      }
    }
    for (const game of opened) game.free();
  }
  expect(read).toBeLessThan(300);
  expect(start.position()).toBe(before);
  start.free();
  expect(core.openGames).toBe(0);
});

it("refuses a text that is longer than any position", () => {
  const fault = faultOf(() => core.parseMove(`end${" ".repeat(100_000)}`));
  expect(fault).toMatchObject({ code: "text/too-long" });
});
