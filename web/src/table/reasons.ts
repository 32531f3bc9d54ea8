// Why there are points, in words.

import type { Shown } from "../board";
import type { Category, Reason, Side } from "../core/core";
import { cardName, type Key, t } from "../i18n/i18n.svelte";

export const CATEGORY_KEYS: Record<Category, Key> = {
  trees: "score.trees",
  mountains: "score.mountains",
  fields: "score.fields",
  buildings: "score.buildings",
  water: "score.water",
  animals: "score.animals",
  spirit: "score.spirit",
};

export function sayReason({ category, size, card, points }: Reason, side: Side): string {
  const n = size;
  switch (category) {
    case "trees":
      return t("reason.trees", { n });
    case "mountains":
      return t(points > 0 ? "reason.mountains" : "reason.mountains.alone", { n });
    case "fields":
      return t("reason.fields", { n });
    case "buildings":
      return t("reason.buildings", { n });
    case "water":
      return t(side === "A" ? "reason.river" : "reason.island", { n });
    case "animals":
      return t("reason.animals", { n, card: cardName(card ?? "") });
    case "spirit":
      return t("reason.spirit", { card: cardName(card ?? "") });
  }
}

/** What a reason points out on a board; one that is nowhere lets nothing step back. */
export function shownOf(reason: Reason | null): Shown | null {
  if (reason === null || reason.spaces.length === 0) return null;
  return { spaces: reason.spaces, path: reason.path };
}
