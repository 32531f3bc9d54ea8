// A card's habitat and its points in words, for those who cannot see its picture.

import { type CardData, cardOf, isSpirit } from "../board";
import type { CardId, Stack } from "../core/core";
import { t } from "../i18n/i18n.svelte";
import { stackName } from "./sentences";

type Step = "n" | "ne" | "se" | "s" | "sw" | "nw";

const DIRECTION_KEYS = {
  n: "dir.n",
  ne: "dir.ne",
  se: "dir.se",
  s: "dir.s",
  sw: "dir.sw",
  nw: "dir.nw",
} as const;

const LANDSCAPE_KEYS = {
  tree: "habitat.of.tree",
  mountain: "habitat.of.mountain",
  field: "habitat.of.field",
  building: "habitat.of.building",
  water: "habitat.of.water",
} as const;

const STEPS: readonly (readonly [Step, number, number])[] = [
  ["n", 0, -1],
  ["ne", 1, -1],
  ["se", 1, 0],
  ["s", 0, 1],
  ["sw", -1, 1],
  ["nw", -1, 0],
];

/** The way from the cube's space: one or two steps, since no habitat is larger. */
export function stepsTo([q, r]: readonly [number, number]): readonly Step[] {
  const one = STEPS.find(([, dq, dr]) => dq === q && dr === r);
  if (one) return [one[0]];
  for (const [first, dq, dr] of STEPS) {
    const rest = STEPS.find(([, eq, er]) => dq + eq === q && dr + er === r);
    if (rest) return [first, rest[0]];
  }
  throw new RangeError(`${q}, ${r} is more than two steps away`);
}

function landscape(stack: Stack): string {
  const n = stack.length;
  if (stack === "H2") return t("habitat.building");
  if (stack.endsWith("L")) return t("habitat.tree", { n });
  return stack.startsWith("M") ? t("habitat.mountain", { n }) : stackName(stack);
}

function where(at: readonly [number, number]): string {
  const [one, other] = stepsTo(at).map((step) => t(DIRECTION_KEYS[step]));
  return other === undefined ? (one ?? "") : t("habitat.then", { one: one ?? "", other });
}

export function habitatWords(id: CardId): string {
  const [cube, ...others] = cardOf(id).habitat;
  const around = others.map(({ at, stack }) =>
    t("habitat.at", { where: where(at), what: landscape(stack) }),
  );
  return [t("habitat.cube", { what: landscape(cube?.stack ?? "") }), ...around].join("; ");
}

/** What each cube brings, or what a spirit counts. */
export function pointsWords(data: CardData): string {
  if (!isSpirit(data)) return t("card.points", { points: data.points.join(", ") });
  const { by, of, rows } = data.score;
  return rows
    .map(([from, to, points]) => {
      const size = to === null ? `${from}+` : from === to ? `${from}` : `${from}–${to}`;
      const key = by === "groups" ? "spirit.groups" : "spirit.count";
      return capital(t(key, { what: t(LANDSCAPE_KEYS[of]), size, n: points }));
    })
    .join(" ");
}

const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
