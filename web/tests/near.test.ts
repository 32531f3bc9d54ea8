import { expect, it } from "vitest";

import {
  type Core,
  type CoreGame,
  type GameView,
  type SeatView,
  type Token,
  TOKENS,
} from "../src/core/core";
import { freshCore } from "./built";
import { positionOf } from "./position_of";
import { positions } from "./random_play";

const core = await freshCore();
const PLAIN = { players: 2, first: 0 };

// What each stack becomes with a token on top, written from the rules.
const GROWS: Record<string, Partial<Record<Token, string>>> = {
  "": { W: "W", M: "M", T: "T", L: "L", F: "F", H: "H" },
  M: { M: "MM", H: "MH" },
  MM: { M: "MMM" },
  T: { T: "TT", L: "TL", H: "TH" },
  TT: { L: "TTL" },
  H: { H: "HH" },
};

/** Every board of the seat with one token more. */
function* oneTokenOn(view: GameView, seat: number): Generator<GameView> {
  const old = view.seats[seat];
  if (old === undefined) return;
  for (const [space, { stack, cube }] of old.board)
    for (const token of TOKENS) {
      const grown = cube ? undefined : GROWS[stack]?.[token];
      if (grown === undefined) continue;
      const board = new Map(old.board).set(space, { stack: grown, cube: false });
      yield {
        ...view,
        bag: { ...view.bag, [token]: view.bag[token] - 1 },
        seats: view.seats.with(seat, { ...old, board }),
      };
    }
}

/** card and space -> how many tokens are missing. */
function missing(game: CoreGame, seat: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const card of [...core.animals, ...core.spirits])
    for (const near of game.nears(card, seat)) found.set(`${card} ${near.space}`, near.tokens);
  return found;
}

/** The least that is missing after one token more, for everything that any such board allows. */
function leastAfterOne(core: Core, view: GameView, seat: number): Map<string, number> {
  const least = new Map<string, number>();
  for (const next of oneTokenOn(view, seat)) {
    const game = core.parsePosition(positionOf(next, core));
    for (const [where, tokens] of missing(game, seat))
      least.set(where, Math.min(tokens, least.get(where) ?? Infinity));
    game.free();
  }
  return least;
}

/** What lacks tokens here lacks one less after the best next token, and nothing else does. */
function expectOneLessAfterOne(game: CoreGame): void {
  const here = missing(game, 0);
  const after = leastAfterOne(core, game.view(), 0);
  for (const [where, tokens] of here)
    if (tokens > 0) expect(after.get(where), where).toBe(tokens - 1);
  for (const [where, tokens] of after)
    expect(here.get(where), where).toBeLessThanOrEqual(tokens + 1);
}

function roomForOneMore({ bag, seats }: GameView): boolean {
  const empty = ({ board }: SeatView) => [...board.values()].filter(({ stack }) => stack === "");
  return TOKENS.every((token) => bag[token] > 0) && seats.every((seat) => empty(seat).length > 3);
}

it("counts the fewest tokens that a habitat lacks", () => {
  const setups = (["A", "B"] as const).map((side) => ({ ...PLAIN, side, spirits: true }));
  let seen = 0;
  for (const game of positions(core, 9, setups)) {
    if (!roomForOneMore(game.view())) continue;
    expectOneLessAfterOne(game);
    ++seen;
  }
  expect(seen).toBeGreaterThan(10);
});

it("knows that nothing goes on a stack with a cube", () => {
  const game = core.parsePosition(
    "A2 5/2,L,1/1,F,M*,MM*,1/4/5 macaque:1,meerkat:1 5/4/5/4/5 - WMT,LFF,MTH,WWL,WTT " +
      "otter,fish,bear,duck,bee - W15M17T14L14F14H14 1 3 play",
  );
  const bears = game.nears("bear", 0).find((near) => near.space === "b3");
  expect(bears).toEqual({ space: "b3", tokens: 2, missing: ["b4"] });
  expectOneLessAfterOne(game);
  game.free();
});

it("lacks nothing just where the card fits, and names the spaces where it lacks something", () => {
  for (const game of positions(core, 23))
    for (const card of [...core.animals, ...core.spirits]) {
      const nears = game.nears(card, 0);
      const fitting = nears.filter((near) => near.tokens === 0);
      expect(fitting.map((near) => near.space)).toEqual(game.fits(card, 0));
      for (const { tokens, missing } of nears) {
        expect(missing.length === 0).toBe(tokens === 0);
        expect(missing.length).toBeLessThanOrEqual(tokens);
      }
    }
});
