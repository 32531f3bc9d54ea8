// The moves that may be played now, sorted by what a person touches.

import type { CardId, Move, Space, Token } from "../core/core";

export class Legal {
  static readonly NOTHING = new Legal([]);

  readonly groups = new Set<number>();
  readonly places = new Map<Token, Set<Space>>();
  readonly settles = new Map<CardId, Set<Space>>();
  readonly drafts = new Set<CardId>();
  readonly discards = new Set<CardId>();
  readonly keeps = new Set<CardId>();
  readonly end: boolean;
  readonly #byText = new Map<string, Move>();

  constructor(moves: readonly Move[]) {
    for (const move of moves) {
      this.#byText.set(move.text, move);
      this.#sort(move);
    }
    this.end = this.#byText.has("end");
  }

  move(text: string): Move | undefined {
    return this.#byText.get(text);
  }

  #sort(move: Move): void {
    switch (move.kind) {
      case "keep":
        this.keeps.add(move.card);
        break;
      case "take":
        this.groups.add(move.group);
        break;
      case "place":
        add(this.places, move.token, move.space);
        break;
      case "settle":
        add(this.settles, move.card, move.space);
        break;
      case "draft":
        this.drafts.add(move.card);
        break;
      case "discard":
        this.discards.add(move.card);
        break;
      case "end":
        break;
    }
  }
}

function add<Thing>(to: Map<Thing, Set<Space>>, thing: Thing, space: Space): void {
  const spaces = to.get(thing);
  if (spaces) spaces.add(space);
  else to.set(thing, new Set([space]));
}
