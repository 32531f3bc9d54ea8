// The one line that always says what is expected.

import type { GameView } from "../core/core";
import { cardName, type Key, t } from "../i18n/i18n.svelte";
import type { TableStore } from "./store.svelte";
import type { Turn } from "./turn.svelte";

/** What the server says of a computer player that takes long, and nothing is wrong with. */
const SLOW: Readonly<Record<string, Key>> = {
  "computer/thinking-long": "expect.thinks-long",
  "computer/queued": "expect.queued",
};

export function expectation(store: TableStore, view: GameView, turn: Turn): string {
  const { table, legal } = store;
  if (table?.status === "over") return t("expect.over");
  if (table?.status === "closed") return t("table.closed");
  if (view.phase === "deal") return t("expect.drawing");
  if (store.acting === null) {
    const name = store.name(view.toMove);
    if (table?.waiting) return t(SLOW[table.waiting] ?? "expect.stuck", { name });
    const seat = table?.seats[view.toMove];
    return t(seat?.kind === "computer" ? "expect.thinks" : "expect.plays", { name });
  }
  if (view.phase === "keep") return t("expect.keep");
  if (turn.settling !== null) return t("expect.settle-where", { card: cardName(turn.settling) });
  if (view.taken === null) return t("expect.take");
  if (view.hand !== "") return t("expect.place", { n: view.hand.length });
  const [first] = legal.settles.keys();
  if (first !== undefined) return t("expect.settle", { card: cardName(first) });
  if (legal.discards.size > 0) return t("expect.discard");
  return t("expect.end");
}
