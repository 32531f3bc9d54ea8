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
