// Boards from the middle of games.

import type { Space, Stack } from "../../core/names";

/** Columns from the left, spaces from the top, `.` for an empty one. */
function board(...columns: string[]): Record<Space, Stack> {
  const stacks: Record<Space, Stack> = {};
  columns.forEach((column, at) =>
    column.split(" ").forEach((stack, row) => {
      if (stack !== ".") stacks[String.fromCharCode(97 + at) + (row + 1)] = stack;
    }),
  );
  return stacks;
}

export const ANNA = board(
  "W* L W* . .",
  "W* F* F* L",
  "TL W* W* TTL .",
  "TT F* W* TL",
  ". MMM* MH F* .",
);
export const BO = board(
  "F HH* W T .",
  "W* TH* L* TH*",
  "W* MMM MM MM .",
  "W* W* L* .",
  ". . . TL* .",
);
export const WIDE = board(
  "W W* . T",
  "MM MMM* .",
  "TT TTL W W",
  "H . HH",
  "TL* F F* .",
  "F L .",
  ". MH* W .",
);
export const RIVER = ["a1", "b1", "c2", "c3", "d3"];
