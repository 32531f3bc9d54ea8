// What tokens look like, drawn around the middle of their foot.

import type { Token } from "../core/names";

export const RADIUS = 27;
/** How much a circle that lies on the table is pressed together, seen from about 35° above. */
export const FLAT = 0.6;
export const LID = RADIUS * FLAT;
/** How high one token is: a third of its width. */
export const RISE = 18;

/** The unknown foot of "any building" in a habitat. */
export type Piece = Token | "?";

export const SIDE = `M-${RADIUS} 0v${RISE}a${RADIUS} ${LID} 0 0 0 ${2 * RADIUS} 0v-${RISE}z`;
/** Where it meets the token below: a thin light line, so that heights can be counted. */
export const LIP = `M-${RADIUS - 0.6} ${RISE}a${RADIUS - 0.6} ${LID} 0 0 0 ${2 * RADIUS - 1.2} 0`;
/** Light falls from the left, behind the player's shoulder. */
export const LIT = band(-24.5, -12);
export const SHADED = band(13, RADIUS);

/** On a circle of radius 17 that is pressed flat afterwards. */
export const SYMBOLS: Readonly<Record<Token, string>> = {
  W: "M-16-5q4-7 8 0t8 0 8 0 8 0M-16 7q4-7 8 0t8 0 8 0 8 0",
  M: "M-17 12L-5-12 7 12M1.5 1L6-8 17 12",
  T: "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0",
  L: "M-11 12C-17-5-4-16 14-15C15 4 4 17-11 12ZM-15 17L4-5",
  F: "M0 18V-8M0-17V-9M0 9L-10 1M0 9L10 1M0 0L-10-8M0 0L10-8M0-8L-7-15M0-8L7-15",
  H: "M-17 0L0-16 17 0M-11-4V13H11V-4",
};

/**
 * What a token shows from the side, so that stacks can be told apart without colour. Water, leaves
 * and fields lie on top with their symbols in sight, and show it only where patterns are wanted.
 */
export const GRAINS: Readonly<Record<Token, string>> = {
  T: "M-21 13v13M-14.5 16v12M-7.5 18v13M0 19v13M7.5 18v13M14.5 16v12M21 13v13",
  M: "M-26 12L-20 21L-13 17L-7 29L0 21L7 29L13 17L20 21L26 12",
  H: "M-27 9a27 16.2 0 0 0 54 0M-13 15v8.5M13 15v8.5M-22 18.5v8M0 25v8M22 18.5v8",
  W: "M-27 6a27 16.2 0 0 0 54 0M-27 12a27 16.2 0 0 0 54 0",
  L: "M-23 22L-18 16M-16 27L-11 19M-9 29L-4 20M-2 30L3 20M5 30L10 19M12 29L17 17M19 26L24 11",
  F: "M-23 20h.1M-17 18h.1M-11.5 27h.1M-6 21h.1M0 28h.1M6 21h.1M11.5 27h.1M17 18h.1M23 20h.1",
};

/** What lies under others shows its grain always. */
export const GRAINED: ReadonlySet<Token> = new Set(["M", "T", "H"] as const);

/** The side of a cylinder between two uprights. */
function band(from: number, to: number): string {
  const low = (x: number) => LID * Math.sqrt(Math.max(0, 1 - (x / RADIUS) ** 2));
  const [left, right] = [low(from).toFixed(1), (RISE + low(to)).toFixed(1)];
  return (
    `M${from} ${left}v${RISE}A${RADIUS} ${LID} 0 0 0 ${to} ${right}v-${RISE}` +
    `A${RADIUS} ${LID} 0 0 1 ${from} ${left}z`
  );
}

export interface ParsedStack {
  readonly pieces: readonly Piece[];
  readonly cube: boolean;
}

/** Reads `TL*`; `H2` is any building. */
export function parseStack(text: string): ParsedStack {
  const cube = text.endsWith("*");
  const letters = cube ? text.slice(0, -1) : text;
  if (letters === "H2") return { pieces: ["?", "H"], cube };
  return { pieces: Array.from(letters).filter(isToken), cube };
}

function isToken(letter: string): letter is Token {
  return letter in SYMBOLS;
}
