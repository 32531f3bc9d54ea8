// The fixed set of moves, each made once: equal moves are the same object.

import type { Exchange } from "./exchange";
import { at, type CardId, type Names, type Space, TOKENS, type Token } from "./names";

const KINDS = ["keep", "take", "place", "draft", "settle", "discard", "end"] as const;
export type MoveKind = (typeof KINDS)[number];

interface AnyMove {
  /** Its number in the action space that all programs share. */
  readonly index: number;
  /** As people write it: `place M c3`. */
  readonly text: string;
}

export type Move = AnyMove &
  (
    | { readonly kind: "keep" | "draft" | "discard"; readonly card: CardId }
    /** Groups count from 1, as in the text. */
    | { readonly kind: "take"; readonly group: number }
    | { readonly kind: "place"; readonly token: Token; readonly space: Space }
    | { readonly kind: "settle"; readonly card: CardId; readonly space: Space }
    | { readonly kind: "end" }
  );

export class Moves {
  readonly count: number;
  readonly #made: Move[] = [];
  readonly #exchange: Exchange;
  readonly #names: Names;

  constructor(exchange: Exchange, names: Names) {
    this.count = exchange.calls.move_count();
    this.#exchange = exchange;
    this.#names = names;
  }

  numbered(index: number): Move {
    if (!Number.isInteger(index) || index < 0 || index >= this.count)
      throw new RangeError(`moves are numbered 0 to ${this.count - 1}, not ${index}`);
    return (this.#made[index] ??= this.#make(index));
  }

  parse(text: string): Move {
    const { calls } = this.#exchange;
    const index = calls.move_parse(this.#exchange.write(text));
    if (index >= 0) return this.numbered(index);
    const numbers = this.#exchange.numbers(2);
    const code = at(this.#names.moveFaults, numbers.next());
    throw this.#exchange.fault(code, text, numbers.next());
  }

  #make(index: number): Move {
    const { calls } = this.#exchange;
    const text = this.#exchange.read(calls.move_text(index));
    calls.move_parts(index);
    const numbers = this.#exchange.numbers(3);
    const kind = at(KINDS, numbers.next());
    const what = numbers.next();
    const space = numbers.next();
    const names = this.#names;
    const said = { index, text };
    switch (kind) {
      case "keep":
      case "draft":
      case "discard":
        return Object.freeze({ ...said, kind, card: names.card(what) });
      case "take":
        return Object.freeze({ ...said, kind, group: what + 1 });
      case "place":
        return Object.freeze({ ...said, kind, token: at(TOKENS, what), space: names.space(space) });
      case "settle":
        return Object.freeze({ ...said, kind, card: names.card(what), space: names.space(space) });
      case "end":
        return Object.freeze({ ...said, kind });
    }
  }
}
