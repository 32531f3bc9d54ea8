// What happens at the table, in sentences.

import { cardName, t } from "../i18n/i18n.svelte";
import type { Stack, Token } from "../core/core";

const TOKEN_KEYS = {
  W: "token.W",
  M: "token.M",
  T: "token.T",
  L: "token.L",
  F: "token.F",
  H: "token.H",
} as const;

export const tokenName = (token: string): string => t(TOKEN_KEYS[token as Token]);

/** `TTL` as trunk, trunk, leaf. */
export const stackName = (stack: Stack): string =>
  stack === "" ? t("space.empty") : [...stack].map(tokenName).join(", ");

/** An event for those who did not see it; nothing for what needs no words. */
export function sayEvent(event: string, mover: number, nameOf: (seat: number) => string): string {
  const name = nameOf(mover);
  const [verb, what = "", where = ""] = event.split(" ");
  switch (verb) {
    case "keep":
      return t("said.keep", { name, card: cardName(what) });
    case "take":
      return t("said.take", { name, group: what });
    case "place":
      return t("said.place", { name, token: tokenName(what), space: where });
    case "draft":
      return t("said.draft", { name, card: cardName(what) });
    case "settle":
      return t("said.settle", { name, card: cardName(what), space: where });
    case "discard":
      return t("said.discard", { name, card: cardName(what) });
    case "end":
      return t("said.end", { name });
    case "undo":
      return t("said.undo", { name });
    case "resign":
      return t("said.resign", { name: nameOf(Number(what) - 1) });
    case "replace":
      return t("said.replace", { seat: what });
    default:
      return "";
  }
}
