// From what the core tells of a seat to what a board is drawn from.

import type { Space, Stack } from "../core/names";
import type { SeatView } from "../core/view";

export function stacksOf(seat: Pick<SeatView, "board">): Record<Space, Stack> {
  const stacks: Record<Space, Stack> = {};
  for (const [space, { stack, cube }] of seat.board) {
    if (stack) stacks[space] = cube ? `${stack}*` : stack;
  }
  return stacks;
}
