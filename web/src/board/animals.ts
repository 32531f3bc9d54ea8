// The pictures of the 42 animals.

import type { CardId } from "../core/names";
import { FLUENT_ANIMALS } from "./animals.generated";
import { DRAWN_ANIMALS } from "./animals.drawn";

const UNKNOWN = '<circle cx="16" cy="16" r="12" fill="#c6d3e4"/>';

/** What stands inside an svg of 32 by 32. A card that is hidden has a plain pebble. */
export function animalPicture(card: CardId): string {
  return FLUENT_ANIMALS[card] ?? DRAWN_ANIMALS[card] ?? UNKNOWN;
}
