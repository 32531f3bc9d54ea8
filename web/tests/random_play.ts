// Games played on this side alone, the same in every run.

import type { Core, CoreGame, Move, Setup } from "../src/core/core";

/** Whole numbers below a bound (mulberry32): good enough to choose moves. */
export function chance(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

export function pick<Item>(items: readonly Item[], below: (bound: number) => number): Item {
  const item = items[below(items.length)];
  if (item === undefined) throw new RangeError("there is nothing to pick from");
  return item;
}

export const SETUPS: readonly Setup[] = (["A", "B"] as const).flatMap((side) =>
  [1, 2, 3, 4].flatMap((players) =>
    [false, true].map((spirits) => ({ side, players, spirits, first: players - 1 })),
  ),
);

/** Plays on by chance; calls `visit` after each move, until it says false or the game is over. */
export function playOn(
  game: CoreGame,
  seed: number,
  visit: (game: CoreGame, move: Move | null) => boolean | void = () => true,
): void {
  const below = chance(seed);
  for (;;) {
    const draw = game.randomDraw(below(2 ** 32));
    const moves = game.legalMoves();
    if (draw === null && moves.length === 0) return;
    const move = draw === null ? pick(moves, below) : null;
    if (draw !== null) game.deal(draw);
    if (move !== null) game.play(move);
    if (visit(game, move) === false) return;
  }
}

/** Positions all along some games, one in `every`. */
export function* positions(core: Core, every: number, setups = SETUPS): Generator<CoreGame> {
  for (const [seed, setup] of setups.entries()) {
    const game = core.newGame(setup);
    const kept: CoreGame[] = [];
    let count = 0;
    playOn(game, seed, () => void (++count % every === 0 && kept.push(game.copy())));
    game.free();
    for (const position of kept) {
      yield position;
      position.free();
    }
  }
}
