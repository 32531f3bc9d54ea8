// @vitest-environment happy-dom
// The examples that the page explains the game with are true: the core counts them, and finds the
// habitat where the cube is shown.

import { beforeAll, expect, test } from "vitest";

import { ANIMAL, CATEGORIES, type Place, settled, STACKS, TOKENS } from "../src/app/help/examples";
import { CATEGORIES as COUNTED, type Core, type CoreGame, type Side, type Token } from "../src/core/core";
import { freshCore } from "./built";
import { positionOf } from "./position_of";

let core: Core;
beforeAll(async () => {
  core = await freshCore();
});

const spaceOf = (q: number, r: number) => String.fromCharCode(97 + q) + (r + Math.floor(q / 2) + 1);

/** A game whose first board shows these places, and nothing else. */
function withBoard(side: Side, places: readonly Place[]): CoreGame {
  const start = core.newGame({ side, players: 2 });
  start.deal("drawn WMT LFF MTH WWM TTL turned fish bear bee frog wolf");
  const view = start.view();
  start.free();
  const [first, ...others] = view.seats;
  if (!first) throw new Error("there is no seat");
  const board = new Map(first.board);
  const bag = { ...view.bag };
  for (const [q, r, shown] of places) {
    const stack = shown.replace("*", "");
    board.set(spaceOf(q, r), { stack, cube: false });
    for (const token of stack) bag[token as Token] -= 1;
  }
  return core.parsePosition(positionOf({ ...view, bag, seats: [{ ...first, board }, ...others] }, core));
}

const shifted = (places: readonly Place[], across: number, down: number) =>
  places.map(([q, r, stack]): Place => [q + across, r + down, stack]);

test.each(CATEGORIES.flatMap(({ about, title, examples }) => examples.map((example) => ({ about, title, example }))))(
  "$about: $example.points points",
  ({ about, title, example }) => {
    const game = withBoard(about === "help.islands" ? "B" : "A", shifted(example.places, 0, 1));
    const category = COUNTED.find((one) => title === `score.${one}`);
    expect(category && game.points(0).of[category]).toBe(example.points);
    game.free();
  },
);

const GROUP_WITH: Record<Token, number> = { W: 1, M: 1, T: 1, L: 2, F: 2, H: 3 };

/** The stacks that are one token higher than another, by the core's word. */
function higher(stack: string): string[] {
  const places: Place[] = stack === "" ? [] : [[2, 1, stack]];
  return TOKENS.filter((token) => {
    const game = withBoard("A", places);
    game.play(core.parseMove(`take ${GROUP_WITH[token]}`));
    const refusal = game.play(core.parseMove(`place ${token} ${spaceOf(2, 1)}`));
    game.free();
    return refusal === null;
  }).map((token) => stack + token);
}

test("every stack there is is shown", () => {
  const all: string[] = [];
  for (let grown = higher(""); grown.length > 0; grown = grown.flatMap(higher)) all.push(...grown);
  expect([...STACKS].sort()).toEqual(all.filter((stack) => stack.length > 1).sort());
});

test("the animal's habitat is where its cube is shown", () => {
  const places = shifted(settled(), 2, 1);
  const [q, r] = places.find(([, , stack]) => stack.endsWith("*")) ?? [0, 0];
  const game = withBoard("A", places);
  expect(game.fits(ANIMAL, 0)).toEqual([spaceOf(q, r)]);
  game.free();
});
