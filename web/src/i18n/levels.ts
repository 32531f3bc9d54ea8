// What computer players are called. One that this page has no words for keeps the server's.

import { knows, t } from "./i18n.svelte";

export function levelName(level: string): string {
  const key = `level.${level}`;
  return knows(key) ? t(key) : level;
}

export function levelAbout(level: string, otherwise: string): string {
  const key = `level.${level}.about`;
  return knows(key) ? t(key) : otherwise;
}

/** A computer player among others: `Computer (Greedy)`. */
export const computerName = (level: string): string => t("seat.computer-named", { level: levelName(level) });

