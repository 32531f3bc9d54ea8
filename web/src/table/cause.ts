// Where on the table something was tried, so that a refusal can be shown there.

import type { Space } from "../core/core";

export type Cause = "board" | "groups" | "river" | "spirits" | "turn" | "table";

const CAUSES: Readonly<Record<string, Cause>> = {
  place: "board",
  settle: "board",
  take: "groups",
  draft: "river",
  discard: "river",
  keep: "spirits",
  end: "turn",
  undo: "turn",
};

/** From a move, `undo`, or the name of something done at the table. */
export function causeOf(what: string): Cause {
  return CAUSES[what.split(" ")[0] ?? ""] ?? "table";
}

/** The space that was touched: the last word of what is done on the board. */
export function spaceOf(what: string): Space | null {
  return causeOf(what) === "board" ? (what.split(" ").at(-1) ?? null) : null;
}
