// A line to a server that says what a test makes it say, and remembers what it was told.

import { vi } from "vitest";

import type { TableView } from "../src/api/client";
import type { FromServer, ToServer } from "../src/api/live";

export class Line {
  static readonly OPEN = 1;
  static latest: Line;
  readonly readyState = Line.OPEN;
  readonly told: ToServer[] = [];
  onmessage: (message: { data: string }) => void = () => undefined;
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor() {
    Line.latest = this;
  }

  send(text: string): void {
    this.told.push(JSON.parse(text) as ToServer);
  }

  close(): void {
    this.onclose();
  }

  say(message: FromServer): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  happen(first: number, events: string[]): void {
    this.say({ type: "events", first, events, version: first + events.length });
  }

  /** The moves and undos that were sent, in short. */
  get moves(): string[] {
    return this.told.flatMap((one) => (one.type === "play" ? [one.move] : one.type === "undo" ? ["undo"] : []));
  }
}

/** From now on every connection is such a line, and nobody has asked for stillness. */
export function layLine(): void {
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
}

/** A table where a game is played; `you` are the seats, from 1, of whoever looks. */
export function playingTable(players: number, ...you: number[]): TableView {
  const seats = Array.from({ length: players }, (_, index) => ({
    seat: index + 1,
    kind: "person",
    name: ["Ada", "Bo", "Cy", "Di"][index],
    you: you.includes(index + 1),
    absent: false,
  }));
  const game = { side: "A", players, spirits: false, first: 1, started: 1, status: "playing" };
  return { id: "t", revision: 1, seats, rematch: null, waiting: null, ...game } as unknown as TableView;
}
