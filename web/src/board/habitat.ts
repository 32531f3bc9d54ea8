// How a habitat is laid into the room there is for it. Habitats may be turned, so each is shown in
// the turn in which it can be drawn largest.

import type { HabitatPlace } from "./cards";
import { HALF, HEX, placeOf } from "./geometry";
import { LID, parseStack, RISE } from "./shapes";

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly stack: string;
  /** It takes the cube. */
  readonly cube: boolean;
}

export interface HabitatLayout {
  /** From back to front. */
  readonly spots: readonly Spot[];
  readonly scale: number;
  /** Something stands behind a taller thing. */
  readonly hidden: boolean;
  /** The middle of what is drawn. */
  readonly x: number;
  readonly y: number;
}

const TURNS = 6;
const CUBE = 24;
const BARE = 14;
const THICKNESS = 4;

export function habitatLayout(
  places: readonly HabitatPlace[],
  width: number,
  height: number,
): HabitatLayout {
  const turns = Array.from({ length: TURNS }, (_, turn) => fitted(places, turn, width, height));
  const clear = turns.filter(({ hidden }) => !hidden);
  return (clear.length > 0 ? clear : turns).reduce((best, other) =>
    other.scale > best.scale * 1.01 ? other : best,
  );
}

function fitted(
  places: readonly HabitatPlace[],
  turn: number,
  width: number,
  height: number,
): HabitatLayout {
  const spots = places
    .map(({ at, stack }, index) => ({ ...placeOf(...turned(at, turn)), stack, cube: index === 0 }))
    .sort((one, other) => one.y - other.y || one.x - other.x);
  const left = Math.min(...spots.map(({ x }) => x)) - HEX;
  const right = Math.max(...spots.map(({ x }) => x)) + HEX;
  const top = Math.min(...spots.map(topOf));
  const bottom = Math.max(...spots.map(({ y }) => y)) + HALF + THICKNESS;
  return {
    spots,
    scale: Math.min(width / (right - left), height / (bottom - top)),
    hidden: spots.some((front) => spots.some((back) => hides(front, back))),
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  };
}

function turned([q, r]: readonly [number, number], times: number): [number, number] {
  return times === 0 ? [q, r] : turned([-r, q + r], times - 1);
}

function hides(front: Spot, back: Spot): boolean {
  const lowest = back.y - RISE + LID / 2;
  const distance = front.y - back.y;
  return front.x === back.x && distance > 0 && distance < 3 * HALF && reachOf(front) < lowest;
}

/** How far up it covers what is behind. */
function reachOf({ y, stack, cube }: Spot): number {
  return y - parseStack(stack).pieces.length * RISE - (cube ? CUBE : LID);
}

function topOf({ y, stack, cube }: Spot): number {
  const rise = parseStack(stack).pieces.length * RISE + (cube ? CUBE : BARE);
  return y - Math.max(HALF, rise);
}
