// What is seen and heard of a move: tokens and cards travel from where they were to where they go.

import { departing, hideWhileTravelling, type Journey } from "../board";
import { play } from "./sound";
import type { Turn } from "./turn.svelte";

type After = () => void;

/** Sees moves at one table, in the part of the page that shows it. */
export class Journeys {
  readonly #turn: Turn;
  readonly #table: () => Element | undefined;
  #skip = new AbortController();

  constructor(turn: Turn, table: () => Element | undefined) {
    this.#turn = turn;
    this.#table = table;
  }

  readonly witness = (event: string, seat: number): After | undefined => {
    const [verb, what = "", where = ""] = event.split(" ");
    switch (verb) {
      case "take":
        return this.#arrive(this.#leave(`[data-group="${what}"] svg`), "wood", () =>
          this.#first([`.tray[data-seat="${seat}"]`, miniOf(seat)]),
        );
      case "draft":
        return this.#arrive(this.#leave(`.area-river [data-card="${what}"] svg`), null, () =>
          this.#first([`.area-cards [data-card="${what}"]`, miniOf(seat)]),
        );
      case "place":
        return this.#arrive(this.#leave(this.#inHand(what)), "wood", () => this.#top(where, seat));
      case "settle":
        return this.#arrive(null, "chime", () => null);
      default:
        return undefined;
    }
  };

  /** What travels is there at once. */
  skip(): void {
    this.#skip.abort();
    this.#skip = new AbortController();
  }

  #leave(selector: string): Journey | null {
    const drawing = this.#turn.carried ? null : this.#table()?.querySelector(selector);
    return drawing ? departing(drawing) : null;
  }

  #arrive(journey: Journey | null, sound: "wood" | "chime" | null, find: () => Element | null): After {
    return () => {
      // By then what arrives is there, and has not been seen yet.
      requestAnimationFrame(async () => {
        const there = journey && find();
        if (there) {
          if (there instanceof SVGElement) hideWhileTravelling(there);
          await journey(there.getBoundingClientRect(), this.#skip.signal);
        }
        if (sound) play(sound);
      });
    };
  }

  #inHand(token: string): string {
    const held = `.tray .hm-held[data-token="${token}"]`;
    return this.#first([held]) ? `${held} svg` : `.tray [data-token="${token}"] svg`;
  }

  /** The token that lies on top of a space of the board that is large, or else of a small one. */
  #top(space: string, seat: number): Element | null {
    const tokens = this.#first([
      `.area-board [data-board="${seat}"] [data-space="${space}"]`,
      `${miniOf(seat)} [data-space="${space}"]`,
    ])?.querySelectorAll(".hm-piece");
    return tokens?.item(tokens.length - 1) ?? null;
  }

  #first(selectors: readonly string[]): Element | null {
    const found = selectors.map((selector) => this.#table()?.querySelector(selector) ?? null);
    return found.find((element) => element !== null) ?? null;
  }
}

const miniOf = (seat: number) => `[data-mini="${seat}"]`;
