// How near a card is to being of use on a board.

import { cardOf, isSpirit } from "../board";
import type { Wanted } from "../board";
import type { CardId, GameView, Near } from "../core/core";
import { cardName, t } from "../i18n/i18n.svelte";
import { habitatWords, pointsWords } from "./habitat_words";
import type { TableStore } from "./store.svelte";

/** The fewest tokens that make it fit; null when none can any more. */
export function missingTokens(
  store: TableStore,
  view: GameView,
  card: CardId,
  seat: number,
): number | null {
  const tokens = Math.min(...store.nears(view, card, seat).map((near) => near.tokens));
  return Number.isFinite(tokens) ? tokens : null;
}

/** Farther from fitting than this, a place is not worth a sign. */
const WORTH_A_SIGN = 2;
/** With more places as good as each other, what is missing at each would be a muddle. */
const FEW = 2;
/** And with more than these, signs at all but the nearest are of no help, nor at any that are far. */
const SEVERAL = 6;

/** Where a card fits or nearly does, and what is missing there when there are few such places. */
export function looked(nears: readonly Near[]): Wanted {
  const best = Math.min(...nears.map(({ tokens }) => tokens));
  const near = nears.filter(({ tokens }) => tokens <= Math.max(best, WORTH_A_SIGN));
  const nearest = near.filter(({ tokens }) => tokens === best);
  const worth = near.length > SEVERAL ? nearest : near;
  if (best > WORTH_A_SIGN && nearest.length > SEVERAL) return { cubes: new Map(), missing: new Set() };
  const missing = nearest.length > FEW ? [] : nearest.flatMap((near) => near.missing);
  return {
    cubes: new Map(worth.map(({ space, tokens }) => [space, tokens])),
    missing: new Set(missing),
  };
}

/** What a card is called for those who cannot see it. */
export function cardLabel(
  store: TableStore,
  view: GameView,
  card: CardId,
  seat: number,
  settled = 0,
): string {
  const data = cardOf(card);
  const parts = [cardName(card)];
  const next = isSpirit(data) ? undefined : data.points[settled];
  if (settled > 0) parts.push(t("card.settled", { n: settled }));
  if (next === undefined && settled > 0) return [...parts, t("card.complete")].join(", ");
  if (next !== undefined) parts.push(t("card.next", { n: next }));
  parts.push(nearness(store, view, card, seat));
  return `${parts.join(", ")} ${habitatWords(card)}. ${pointsWords(data)}`;
}

export function nearness(store: TableStore, view: GameView, card: CardId, seat: number): string {
  const tokens = missingTokens(store, view, card, seat);
  if (tokens === null) return t("near.never");
  return tokens > 0 ? t("near.tokens", { n: tokens }) : t("near.fits");
}
