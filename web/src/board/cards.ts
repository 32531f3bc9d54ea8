// The cards as data, with types. The one place they come from is src/harmonies/data/cards.json.

import data from "../../../src/harmonies/data/cards.json";
import type { CardId, Token } from "../core/names";

export interface HabitatPlace {
  /** Axial, from the space that takes the cube. */
  readonly at: readonly [number, number];
  /** Bottom first; `H2` is any building. */
  readonly stack: string;
}

export type Landscape = "tree" | "mountain" | "field" | "building" | "water";

export interface SpiritScore {
  /** Whether each connected group scores by its size, or each landscape by its height. */
  readonly by: "groups" | "count";
  readonly of: Landscape;
  /** From, to (null without an upper end), points. */
  readonly rows: readonly (readonly [number, number | null, number])[];
}

interface AnyCard {
  readonly id: CardId;
  readonly habitat: readonly HabitatPlace[];
}

export interface AnimalCard extends AnyCard {
  /** With so many cubes settled as its place in the list, from 1. */
  readonly points: readonly number[];
}

export interface SpiritCard extends AnyCard {
  readonly score: SpiritScore;
  readonly solo_suns: number;
}

export type CardData = AnimalCard | SpiritCard;

export const ANIMALS = data.animals as unknown as readonly AnimalCard[];
export const SPIRITS = data.spirits as unknown as readonly SpiritCard[];

const BY_ID: ReadonlyMap<CardId, CardData> = new Map(
  [...ANIMALS, ...SPIRITS].map((card) => [card.id, card]),
);

export function cardOf(id: CardId): CardData {
  const card = BY_ID.get(id);
  if (!card) throw new RangeError(`no card is called '${id}'`);
  return card;
}

export function isSpirit(card: CardData): card is SpiritCard {
  return "score" in card;
}

/** The token on top of the space that takes the cube: the card's colour. */
export function cubeToken(card: CardData): Token {
  const stack = card.habitat[0]?.stack ?? "W";
  return (stack === "H2" ? "H" : stack.at(-1)) as Token;
}
