// What seats are called.

import type { SeatView } from "../api/client";
import { t } from "../i18n/i18n.svelte";
import { computerName } from "../i18n/levels";

/** People by their name, computer players by their level in the reader's language. */
export function seatName(seat: SeatView, hotSeat = false): string {
  if (seat.kind === "computer") return computerName(seat.level ?? seat.name);
  return hotSeat && seat.you ? t("seat.number", { n: seat.seat }) : seat.name;
}
