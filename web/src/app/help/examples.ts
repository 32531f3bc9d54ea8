// What the rules are shown by: stacks, and small landscapes with what they are worth.

import { cardOf } from "../../board";
import type { Key } from "../../i18n/i18n.svelte";

export type Place = readonly [q: number, r: number, stack: string];

export interface Example {
  readonly places: readonly Place[];
  readonly points: number;
}

export interface Category {
  readonly title: Key;
  readonly about: Key;
  readonly examples: readonly Example[];
}

const alone = (stack: string, points: number): Example => ({ places: [[0, 0, stack]], points });

export const TOKENS = ["W", "M", "T", "L", "F", "H"] as const;
/** All that a space can hold beside a single token. */
export const STACKS = ["MM", "MMM", "TT", "TL", "TTL", "TH", "MH", "HH"] as const;

export const CATEGORIES: readonly Category[] = [
  {
    title: "score.trees",
    about: "help.trees",
    examples: [alone("L", 1), alone("TL", 3), alone("TTL", 7)],
  },
  {
    title: "score.mountains",
    about: "help.mountains",
    examples: [
      { places: [[0, 0, "M"], [1, -1, "MM"]], points: 4 },
      { places: [[0, 0, "MMM"], [1, 0, "M"]], points: 8 },
    ],
  },
  {
    title: "score.fields",
    about: "help.fields",
    examples: [
      { places: [[0, 0, "F"], [1, -1, "F"]], points: 5 },
      { places: [[0, 0, "F"], [1, 0, "F"], [2, -1, "F"]], points: 5 },
    ],
  },
  {
    title: "score.buildings",
    about: "help.buildings",
    examples: [{ places: [[0, 0, "W"], [1, -1, "L"], [1, 0, "TH"], [2, -1, "F"]], points: 5 }],
  },
  {
    title: "score.water",
    about: "help.river",
    examples: [
      { places: [[0, 0, "W"], [1, -1, "W"]], points: 2 },
      { places: [[0, 0, "W"], [1, -1, "W"], [2, -1, "W"], [3, -2, "W"]], points: 8 },
    ],
  },
  {
    title: "score.water",
    about: "help.islands",
    examples: [
      {
        places: [[0, 0, ""], [0, 1, "F"], [1, -1, "W"], [1, 0, "W"], [1, 1, "W"], [2, -1, "L"], [2, 0, ""]],
        points: 10,
      },
    ],
  },
];

export const ANIMAL = "otter";

/** The animal's habitat as it may lie on a board: turned, among other things, the cube settled. */
export function settled(): readonly Place[] {
  const found = cardOf(ANIMAL).habitat.map(({ at: [q, r], stack }, place): Place => {
    return [-q - r, q, place === 0 ? `${stack}*` : stack];
  });
  return [...found, [-1, 0, "MM"]];
}
