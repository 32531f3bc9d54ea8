// A whole state, as core/wasm/view.cpp writes it down number by number.

import type { Numbers } from "./exchange";
import {
  at,
  type CardId,
  type Names,
  type Side,
  SIDES,
  type Space,
  type Stack,
  type Token,
  TOKENS,
} from "./names";

const PHASES = ["deal", "keep", "play", "over"] as const;
export type Phase = (typeof PHASES)[number];

export interface Setup {
  readonly side: Side;
  readonly players: number;
  readonly spirits: boolean;
  /** The seat that has the first turn. */
  readonly first: number;
}

/** All that is known of a game. Seats count from 0; groups and turns from 1, as in texts. */
export interface GameView extends Setup {
  readonly turn: number;
  readonly toMove: number;
  readonly phase: Phase;
  readonly lastRound: boolean;
  /** The group taken in this turn. */
  readonly taken: number | null;
  /** The tokens still to be placed, by their letters. */
  readonly hand: string;
  readonly drafted: boolean;
  readonly discarded: boolean;
  /** The spirits that the seat to move chooses from; `?` where they are hidden. */
  readonly dealt: readonly [CardId, CardId] | null;
  readonly needs: Needs;
  /** How many moves can be taken back. */
  readonly undoable: number;
  /** The letters of each group of the central board; empty where it was taken. */
  readonly groups: readonly string[];
  readonly river: readonly (CardId | null)[];
  readonly pile: readonly CardId[];
  readonly gone: readonly CardId[];
  readonly bag: Readonly<Record<Token, number>>;
  readonly seats: readonly SeatView[];
}

/** What chance has to answer. */
export interface Needs {
  readonly groups: number;
  readonly cards: number;
  readonly spirits: boolean;
}

export interface SpaceView {
  readonly stack: Stack;
  readonly cube: boolean;
}

export interface SeatView {
  /** Every space of the side, column by column. */
  readonly board: ReadonlyMap<Space, SpaceView>;
  /** The animals, held or completed, in the order of the data, with their cubes settled. */
  readonly animals: ReadonlyMap<CardId, number>;
  readonly spirit: SpiritView | null;
  /** The spirit it gave back, where that may be known. */
  readonly returned: CardId | null;
}

export interface SpiritView {
  readonly card: CardId;
  readonly settled: boolean;
  /** Where its cube stands, when that is known. */
  readonly space: Space | null;
}

export function readView(numbers: Numbers, names: Names): GameView {
  const side = at(SIDES, numbers.next());
  const players = numbers.next();
  const view = {
    side,
    players,
    spirits: numbers.flag(),
    first: numbers.next(),
    ...readTurn(numbers, names),
    ...readTable(numbers, names, players === 1 ? 3 : 5),
    seats: numbers.list(players, () => readSeat(numbers, names, side)),
  };
  if (!numbers.atEnd) throw new RangeError("the core left more numbers");
  return view;
}

function readTurn(numbers: Numbers, names: Names) {
  return {
    turn: numbers.next(),
    toMove: numbers.next(),
    phase: at(PHASES, numbers.next()),
    lastRound: numbers.flag(),
    taken: groupOrNull(numbers.next()),
    hand: readLetters(numbers),
    drafted: numbers.flag(),
    discarded: numbers.flag(),
    dealt: readDealt(numbers, names),
    needs: { groups: numbers.next(), cards: numbers.next(), spirits: numbers.flag() },
    undoable: numbers.next(),
  };
}

function readTable(numbers: Numbers, names: Names, slots: number) {
  return {
    groups: numbers.list(slots, () => readLetters(numbers)),
    river: numbers.list(slots, () => names.cardOrNull(numbers.next())),
    pile: names.animalsIn(numbers.next()),
    gone: names.animalsIn(numbers.next()),
    bag: readBag(numbers),
  };
}

function readSeat(numbers: Numbers, names: Names, side: Side): SeatView {
  const spaces = names.spacesOf(side);
  const stacks = spaces.map(() => at(names.stacks, numbers.next()));
  const cubes = new Set(names.spacesIn(numbers.next()));
  const animals = names.animalsIn(numbers.next());
  return {
    board: new Map(
      spaces.map((space, i) => [space, { stack: at(stacks, i), cube: cubes.has(space) }]),
    ),
    animals: new Map(animals.map((card) => [card, numbers.next()])),
    spirit: readSpirit(numbers, names),
    returned: names.cardOrNull(numbers.next()),
  };
}

function readSpirit(numbers: Numbers, names: Names): SpiritView | null {
  const card = names.cardOrNull(numbers.next());
  const settled = numbers.flag();
  const space = names.spaceOrNull(numbers.next());
  return card === null ? null : { card, settled, space };
}

function readDealt(numbers: Numbers, names: Names): readonly [CardId, CardId] | null {
  const one = names.cardOrNull(numbers.next());
  const other = names.cardOrNull(numbers.next());
  return one === null || other === null ? null : [one, other];
}

function readLetters(numbers: Numbers): string {
  return TOKENS.map((token) => token.repeat(numbers.next())).join("");
}

function readBag(numbers: Numbers): Record<Token, number> {
  const [W, M, T, L, F, H] = numbers.list(TOKENS.length, () => numbers.next());
  return { W, M, T, L, F, H } as Record<Token, number>;
}

function groupOrNull(number: number): number | null {
  return number < 0 ? null : number + 1;
}
