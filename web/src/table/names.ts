// What seats are called.

import type { SeatView } from "../api/client";
import { t } from "../i18n/i18n.svelte";
import { computerName, levelName } from "../i18n/levels";

interface Manner {
  /** Several seats are played at this device. */
  hotSeat?: boolean;
  /** Where there is little room. */
  brief?: boolean;
}

/** People by their name, computer players by their level in the reader's language. */
export function seatName(seat: SeatView, { hotSeat = false, brief = false }: Manner = {}): string {
  if (seat.kind === "computer") return (brief ? levelName : computerName)(seat.level ?? seat.name);
  return hotSeat && seat.you ? t("seat.number", { n: seat.seat }) : seat.name;
}
