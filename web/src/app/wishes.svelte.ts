// How somebody likes to play, kept for the next time.

interface Wishes {
  side: "A" | "B";
  spirits: boolean;
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
  level: "greedy",
  computers: 1,
  hotSeats: 2,
  friends: 2,
  public: false,
};

export const wishes = $state<Wishes>({ ...PLAIN, ...read() });

export function keepWishes(): void {
  localStorage.setItem(KEPT, JSON.stringify(wishes));
}

function read(): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Wishes>;
  } catch {
    return {};
  }
}
