// The page's core against the native one, as tools/record_games.py recorded it: `said` here and
// `said` there write the same lines.

import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import {
  type Core,
  type CoreGame,
  type GameView,
  type Side,
  SIDES,
  TextFault,
} from "../src/core/core";
import type { Exports } from "../src/core/exchange";
import { freshCore, recordedLines, wasm } from "./built";

interface RecordedGame {
  setup: [side: Side, players: number, spirits: boolean, first: number];
  steps: [event: string, digest: string][];
  end: string;
}

interface RecordedRest {
  texts: [kind: string, position: string, text: string, code: string, column: number][];
  perft: [position: string, depth: number, sequences: number][];
  inside: [Side, number, boolean, games: number, seed: number, moves: number, points: number][];
}

const PROBES = 4;

const lines = recordedLines();
const games = lines.slice(0, -1).map((line) => JSON.parse(line) as RecordedGame);
const rest = JSON.parse(lines.at(-1) ?? "") as RecordedRest;
const core = await freshCore();

function said(game: CoreGame, number: number, afterDraw: boolean): string {
  const view = game.view();
  const seats = [...view.seats.keys()];
  const probes = Array.from({ length: PROBES }, (_, i) =>
    core.move((number * 389 + i * 487) % core.moveCount),
  );
  const lines: (string | number | (string | number)[])[] = [
    game.position(),
    game.legalMoves().map((move) => move.index),
    probes.map((move) => game.check(move) ?? "legal"),
    ...seats.map((seat) => Object.values(game.points(seat).of)),
    view.undoable,
  ];
  if (afterDraw || view.phase === "over") lines.push(...saidOfEverything(game, view));
  return lines.map((line) => (Array.isArray(line) ? line.join(" ") : line)).join("\n");
}

function* saidOfEverything(game: CoreGame, { needs, seats }: GameView) {
  yield redactedText(game);
  yield [needs.groups, needs.cards];
  for (const { place, points, cubes } of game.places()) yield [place, points, cubes];
  for (const seat of seats.keys()) {
    yield redactedText(game, seat);
    for (const { category, points, size, card, spaces, path } of game.reasons(seat))
      yield [category, points, size, card ?? "-", ...spaces, "by", ...path];
    for (const card of [...core.animals, ...core.spirits]) yield game.fits(card, seat);
  }
  if (seats.length === 1) yield game.suns();
}

function redactedText(game: CoreGame, ...seats: number[]): string {
  const seen = game.redacted(...seats);
  const text = seen.position();
  seen.free();
  return text;
}

function enter(game: CoreGame, event: string): void {
  if (isDraw(event)) return game.deal(event);
  const refusal = event === "undo" ? game.undo() : game.play(core.parseMove(event));
  if (refusal !== null) expect.fail(`${event}: ${refusal}`);
}

function isDraw(event: string): boolean {
  return /^(drawn|turned|dealt) /.test(event);
}

function digestOf(text: string): string {
  return createHash("md5").update(text).digest("hex").slice(0, 12);
}

describe("random games", () => {
  it.each(SIDES)("are the same in both cores on side %s", (side) => {
    const onSide = games.filter((game) => game.setup[0] === side);
    expect(onSide.length).toBeGreaterThan(200);
    for (const { setup, steps, end } of onSide) {
      const [, players, spirits, first] = setup;
      const game = core.newGame({ side, players, spirits, first });
      steps.forEach(([event, digest], number) => {
        enter(game, event);
        const now = said(game, number, isDraw(event));
        // Not `expect`: a hundred thousand of them take longer than all the rest.
        if (digestOf(now) !== digest) expect.fail(`after '${event}':\n${now}`);
      });
      expect(game.position()).toBe(end);
      game.free();
    }
    expect(core.openGames).toBe(0);
  });

  it("played inside have the same moves and points", () => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm));
    const calls = instance.exports as unknown as Exports;
    calls._initialize();
    for (const [side, players, spirits, count, seed, moves, points] of rest.inside) {
      calls.random_games(SIDES.indexOf(side), players, Number(spirits), count, seed);
      const room = new Int32Array(calls.memory.buffer, calls.number_address(), 2);
      expect([...room], `${side}${players}${spirits ? "s" : ""}`).toEqual([moves, points]);
    }
  });
});

it("counts the same sequences of moves", () => {
  expect(rest.perft.length).toBeGreaterThan(10);
  for (const [position, depth, sequences] of rest.perft) {
    const game = core.parsePosition(position);
    expect(game.perft(depth), position).toBe(sequences);
    game.free();
  }
});

/** The fault that reading the text brings, with its column; empty and 0 for none. */
function faultOf(core: Core, kind: string, position: string, text: string): [string, number] {
  const opened: CoreGame[] = [];
  try {
    if (kind === "move") core.parseMove(text);
    else opened.push(core.parsePosition(kind === "position" ? text : position));
    if (kind === "draw") opened[0]?.deal(text);
    return ["", 0];
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return [error.code, error.column];
  } finally {
    for (const game of opened) game.free();
  }
}

it.each(["position", "move", "draw"])("says the same of a wrong %s", (wanted) => {
  const texts = rest.texts.filter(([kind]) => kind === wanted);
  expect(texts.length).toBeGreaterThan(1000);
  for (const [kind, position, text, code, column] of texts)
    expect(faultOf(core, kind, position, text), `'${text}' at ${position}`).toEqual([code, column]);
  expect(core.openGames).toBe(0);
});
