// How near a card is to being of use on a board.

import { cardOf, isSpirit } from "../board";
import type { CardId, GameView } from "../core/core";
import { cardName, t } from "../i18n/i18n.svelte";
import type { TableStore } from "./store.svelte";

/** The fewest tokens that make it fit; null when none can any more. The view says what to look at. */
export function missingTokens(
  store: TableStore,
  view: GameView,
  card: CardId,
  seat: number,
): number | null {
  if (view !== store.view) return null;
  const tokens = Math.min(...store.game.nears(card, seat).map((near) => near.tokens));
  return Number.isFinite(tokens) ? tokens : null;
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
  return [...parts, nearness(store, view, card, seat)].join(", ");
}

export function nearness(store: TableStore, view: GameView, card: CardId, seat: number): string {
  const tokens = missingTokens(store, view, card, seat);
  if (tokens === null) return t("near.never");
  return tokens > 0 ? t("near.tokens", { n: tokens }) : t("near.fits");
}
