// How somebody likes the table to be, kept for the next time.

import { keep, kept } from "../app/kept";
import { followPatterns } from "../board";

const KEPT = "harmonies.preferences";

/** A phone stays silent until it is asked to speak. */
const onPhone = () => matchMedia("(pointer: coarse)").matches;

const DEFAULTS = () => ({
  /** Colour is said once more by texture and weight. */
  patterns: false,
  sound: !onPhone(),
  /** A word before a turn ends in which a cube could still be settled. */
  reminder: true,
});

export type Preferences = ReturnType<typeof DEFAULTS>;

export const preferences = $state<Preferences>({ ...DEFAULTS(), ...read() });
apply();

export function prefer<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  preferences[name] = value;
  keep(KEPT, JSON.stringify(preferences));
  apply();
}

function apply(): void {
  const { dataset } = document.documentElement;
  if (preferences.patterns) dataset["patterns"] = "on";
  else delete dataset["patterns"];
  followPatterns();
}

function read(): Partial<Preferences> {
  try {
    return JSON.parse(kept(KEPT) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}
