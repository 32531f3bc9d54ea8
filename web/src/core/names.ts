// The words behind the core's numbers.

import type { Exchange } from "./exchange";

export const SIDES = ["A", "B"] as const;
export type Side = (typeof SIDES)[number];

export const TOKENS = ["W", "M", "T", "L", "F", "H"] as const;
export type Token = (typeof TOKENS)[number];

/** Column and row, like `c3`. */
export type Space = string;
/** Tokens bottom first, like `TTL`; empty for an empty space. */
export type Stack = string;
/** The id of a card, as in cards.json. */
export type CardId = string;
/** Why the core refuses, like `move/space-locked`. Codes stay; wording is the page's. */
export type Refusal = string;

const NONE = -1;
const HIDDEN = -2;

export class Names {
  readonly cards: readonly CardId[];
  readonly animals: readonly CardId[];
  readonly spirits: readonly CardId[];
  readonly stacks: readonly Stack[];
  readonly refusals: readonly Refusal[];
  readonly moveFaults: readonly string[];
  readonly textFaults: readonly string[];
  readonly #spaces: readonly Space[];
  readonly #spacesOf: Readonly<Record<Side, readonly Space[]>>;
  readonly #numberOfCard: ReadonlyMap<CardId, number>;

  constructor(exchange: Exchange) {
    const { calls } = exchange;
    this.cards = exchange.lines(calls.names_of_cards());
    this.animals = this.cards.slice(0, calls.animal_count());
    this.spirits = this.cards.slice(calls.animal_count());
    this.stacks = exchange.lines(calls.names_of_stacks());
    this.refusals = exchange.lines(calls.codes_of_refusals());
    this.moveFaults = exchange.lines(calls.codes_of_move_syntax());
    this.textFaults = exchange.lines(calls.codes_of_text_errors());
    this.#spaces = exchange.lines(calls.names_of_spaces());
    this.#spacesOf = {
      A: this.spacesIn(calls.spaces_of_side(SIDES.indexOf("A"))),
      B: this.spacesIn(calls.spaces_of_side(SIDES.indexOf("B"))),
    };
    this.#numberOfCard = new Map(this.cards.map((card, number) => [card, number]));
  }

  spacesOf(side: Side): readonly Space[] {
    return this.#spacesOf[side];
  }

  space(number: number): Space {
    return at(this.#spaces, number);
  }

  spaceOrNull(number: number): Space | null {
    return number === NONE ? null : this.space(number);
  }

  /** The spaces of a packed set, column by column. */
  spacesIn(set: number): Space[] {
    return chosen(this.#spaces, set);
  }

  card(number: number): CardId {
    return at(this.cards, number);
  }

  /** `?` where it is hidden. */
  cardOrNull(number: number): CardId | null {
    if (number === HIDDEN) return "?";
    return number === NONE ? null : this.card(number);
  }

  animalsIn(set: number): CardId[] {
    return chosen(this.animals, set);
  }

  numberOfCard(card: CardId): number {
    const number = this.#numberOfCard.get(card);
    if (number === undefined) throw new RangeError(`no card is called '${card}'`);
    return number;
  }

  refusal(number: number): Refusal | null {
    return number === 0 ? null : at(this.refusals, number);
  }
}

/** What a table holds at a place that must be in it. */
export function at<Item>(table: readonly Item[], place: number): Item {
  const item = table[place];
  if (item === undefined) throw new RangeError(`there is nothing at ${place}`);
  return item;
}

function chosen<Item>(table: readonly Item[], set: number): Item[] {
  return table.filter((_, place) => ((set >>> place) & 1) !== 0);
}
