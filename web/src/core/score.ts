// Points, the reason for each of them, and how near a card is to fitting.

import type { Numbers } from "./exchange";
import { at, type CardId, type Names, type Space } from "./names";

export const CATEGORIES = [
  "trees",
  "mountains",
  "fields",
  "buildings",
  "water",
  "animals",
  "spirit",
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Points {
  readonly of: Readonly<Record<Category, number>>;
  readonly total: number;
}

/** One thing that scores, or could and does not: then with 0 points. */
export interface Reason {
  readonly category: Category;
  readonly points: number;
  /** Height, spaces, colours, length or cubes: what decides about the points. */
  readonly size: number;
  /** For animals and spirits. */
  readonly card: CardId | null;
  readonly spaces: readonly Space[];
  /** Of a river, the path that is as long as `size`, from end to end. */
  readonly path: readonly Space[];
}

export interface Place {
  /** From 1; seats that are tied share one. */
  readonly place: number;
  readonly points: number;
  readonly cubes: number;
}

/** How far a habitat is from standing around a space. */
export interface Near {
  readonly space: Space;
  /** The fewest tokens that have to be placed; 0 where a cube can be settled. */
  readonly tokens: number;
  /** Where, for one of the ways that need so few. */
  readonly missing: readonly Space[];
}

const NUMBERS_A_PLACE = 3;
const NUMBERS_A_NEAR = 3;

export function readPoints(numbers: Numbers): Points {
  const points = CATEGORIES.map((category) => [category, numbers.next()] as const);
  return {
    of: Object.fromEntries(points) as Record<Category, number>,
    total: points.reduce((sum, [, more]) => sum + more, 0),
  };
}

export function readReasons(numbers: Numbers, names: Names): Reason[] {
  return numbers.list(numbers.next(), () => ({
    category: at(CATEGORIES, numbers.next()),
    points: numbers.next(),
    size: numbers.next(),
    card: names.cardOrNull(numbers.next()),
    spaces: names.spacesIn(numbers.next()),
    path: numbers.list(numbers.next(), () => names.space(numbers.next())),
  }));
}

export function readPlaces(numbers: Numbers, count: number): Place[] {
  return numbers.list(count / NUMBERS_A_PLACE, () => ({
    place: numbers.next(),
    points: numbers.next(),
    cubes: numbers.next(),
  }));
}

export function readNears(numbers: Numbers, count: number, names: Names): Near[] {
  return numbers.list(count / NUMBERS_A_NEAR, () => ({
    space: names.space(numbers.next()),
    tokens: numbers.next(),
    missing: names.spacesIn(numbers.next()),
  }));
}
