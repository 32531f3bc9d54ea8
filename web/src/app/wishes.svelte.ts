// How somebody likes to play, kept for the next time.

import { keep, kept } from "./kept";

interface Wishes {
  side: "A" | "B";
  spirits: boolean;
  /** Empty until one was chosen. */
  level: string;
  computers: number;
  hotSeats: number;
  friends: number;
  public: boolean;
}

const KEPT = "harmonies.wishes";
const PLAIN: Wishes = {
  side: "A",
  spirits: false,
  level: "",
  computers: 1,
  hotSeats: 2,
  friends: 2,
  public: false,
};

export const wishes = $state<Wishes>({ ...PLAIN, ...read() });

export function keepWishes(): void {
  keep(KEPT, JSON.stringify(wishes));
}

function read(): Partial<Wishes> {
  try {
    return JSON.parse(kept(KEPT) ?? "{}") as Partial<Wishes>;
  } catch {
    return {};
  }
}
