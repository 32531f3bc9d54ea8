// The computer players that the server has, for a person to pick from.

import { ask, type Opponent } from "../api/client";
import { keep, kept } from "./kept";

const KEPT = "harmonies.levels";

/** Those of the last visit, so that they can be shown before the server has answered. */
export function levelsBefore(): Opponent[] {
  try {
    const before: unknown = JSON.parse(kept(KEPT) ?? "[]");
    return Array.isArray(before) ? before : [];
  } catch {
    return [];
  }
}

export async function fetchLevels(): Promise<Opponent[]> {
  const levels = toPickFrom(await ask<Opponent[]>("GET", "players"));
  keep(KEPT, JSON.stringify(levels));
  return levels;
}

/** Where there are graded levels, the others are for those who study players. */
export function toPickFrom(players: readonly Opponent[]): Opponent[] {
  const graded = players.filter(({ level }) => /^level-\d+$/.test(level));
  return graded.length > 0 ? graded : [...players];
}

/** The one picked last; who never did begins with the second weakest. */
export function picked(levels: readonly Opponent[], wanted: string): Opponent | null {
  return levels.find(({ level }) => level === wanted) ?? levels[1] ?? levels[0] ?? null;
}
