// What seats are called.

import type { SeatView } from "../api/client";
import { t } from "../i18n/i18n.svelte";

const LEVEL_KEYS: Record<string, "level.random" | "level.greedy" | "level.handmade"> = {
  random: "level.random",
  greedy: "level.greedy",
  handmade: "level.handmade",
};

/** People by their name, computer players by their level in the reader's language. */
export function seatName(seat: SeatView, hotSeat = false): string {
  if (seat.kind === "computer") {
    const key = LEVEL_KEYS[seat.level ?? ""];
    return key ? `${t("seat.computer")} (${t(key)})` : seat.name;
  }
  return hotSeat && seat.you ? t("seat.number", { n: seat.seat }) : seat.name;
}
