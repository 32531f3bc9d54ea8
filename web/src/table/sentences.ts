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

const COUNT_KEYS = {
  W: "tokens.W",
  M: "tokens.M",
  T: "tokens.T",
  L: "tokens.L",
  F: "tokens.F",
  H: "tokens.H",
} as const;

/** `TTL` as two trunks and a leaf, from the bottom. */
export function stackName(stack: Stack): string {
  const runs = stack.match(/(.)\1*/g) ?? [];
  return runs.map((run) => t(COUNT_KEYS[run[0] as Token], { n: run.length })).join(", ");
}

/** What stands on a space, and whether a cube is on top of it. */
export function spaceName(stack: Stack, cube: boolean): string {
  if (stack === "") return t("space.empty");
  return `${stackName(stack)}, ${t(cube ? "space.cube" : "space.no-cube")}`;
}

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
