// The strip of land an animal stands on. Its edge tells the token of the cube's space by shape, as
// its colour does.

import type { Token } from "../core/names";
import { short } from "./geometry";

const PERIOD = 20;

const EDGES: Readonly<Record<Token, string>> = {
  W: "q5-5 10 0t10 0",
  M: "l6-8 4 4 4-5 6 9",
  T: "h3v-5h3v3h4v-4h3v3h4v-2h3v5",
  L: "q1-7 6-6q4-5 8 0q5 0 6 6",
  F: "l3-6 2 6 3-8 2 8 3-7 2 7 3-6 2 6",
  H: "h3v-4l4-4 4 4v4h9",
};

export function groundPath(token: Token, width: number, top: number, bottom: number): string {
  const times = Math.ceil(width / PERIOD);
  return `M0 ${short(top)}${EDGES[token].repeat(times)}V${short(bottom)}H0z`;
}
