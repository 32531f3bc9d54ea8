// What the table says to the drawings.

import type { Space, Stack } from "../core/names";

/** A space as it would look after a move that is only thought of. */
export interface Ghost {
  readonly space: Space;
  readonly stack: Stack;
}

/** Spaces that are pointed out, like those of one reason for points. */
export interface Shown {
  readonly spaces: readonly Space[];
  /** The way of a river. */
  readonly path?: readonly Space[];
}

/** Where cubes could stand. */
export interface Wanted {
  /** How many tokens are missing around a space; 0 where a cube can be settled. */
  readonly cubes: ReadonlyMap<Space, number>;
  /** Spaces that lack a token. */
  readonly missing: ReadonlySet<Space>;
}
