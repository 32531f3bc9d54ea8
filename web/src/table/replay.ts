// A table's game as this page knows it: what the server has said, and on top of it what was done
// here and is still on its way. What the server refuses is taken back.

import { type CardId, type Core, type CoreGame, type Refusal, type Setup, type Space, TextFault } from "../core/core";

export const UNDO = "undo";

/** Something done here that the server has not confirmed yet. */
export interface Pending {
  readonly id: string;
  /** A move, or `undo`. */
  readonly text: string;
  /** The log's length it was decided on. */
  readonly version: number;
}

export class Replay {
  readonly #core: Core;
  #confirmed: CoreGame;
  #shown: CoreGame;
  #version = 0;
  #turn: string[] = [];
  #shownTurn: string[] = [];
  #counter = 0;
  #pending: Pending[] = [];
  /** The cards whose cubes were settled last, by seat and space. */
  readonly #cubes = new Map<string, CardId>();

  constructor(core: Core, setup: Setup) {
    this.#core = core;
    this.#confirmed = core.newGame(setup);
    this.#shown = this.#confirmed.copy();
  }

  /** The game to show and to ask. It is another object after each change. */
  get game(): CoreGame {
    return this.#shown;
  }

  /** How many events have been entered. */
  get version(): number {
    return this.#version;
  }

  get pending(): readonly Pending[] {
    return this.#pending;
  }

  /** The moves of this turn that have not been taken back, as shown. */
  get turn(): readonly string[] {
    return this.#shownTurn;
  }

  /** Whose cube stands on a space of a seat's board, where one does; boards do not tell. */
  cubeOf(seat: number, space: Space): CardId | null {
    const here = seat === this.#confirmed.view().toMove ? this.#pending : [];
    const settled = here.flatMap(({ text }) => settledBy(text, space) ?? []);
    return settled.at(-1) ?? this.#cubes.get(`${seat} ${space}`) ?? null;
  }

  /** Whether this event would only confirm what is shown already. */
  expects(event: string): boolean {
    const first = this.#pending[0];
    return first?.version === this.#version && first.text === event;
  }

  /** Enters what the server says comes next; what was done here and cannot come any more. */
  enter(event: string): readonly Pending[] {
    const expected = this.expects(event);
    const [verb, card, space] = event.split(" ");
    if (verb === "settle" && card) this.#cubes.set(`${this.#confirmed.view().toMove} ${space}`, card);
    apply(this.#core, this.#confirmed, event);
    this.#version += 1;
    this.#turn = turnAfter(this.#turn, event);
    if (expected) {
      this.#pending = this.#pending.slice(1); // it is shown already
      return [];
    }
    const dropped = this.#pending;
    this.#pending = [];
    this.#rebuild();
    return dropped;
  }

  /** Plays a move, or takes the last one back, here and now; the reason when that may not be. */
  attempt(text: string): Refusal | Pending {
    const shown = this.#shown.copy();
    const refusal = text === UNDO ? shown.undo() : shown.play(this.#core.parseMove(text));
    if (refusal !== null) {
      shown.free();
      return refusal;
    }
    const version = this.#version + this.#pending.length;
    const pending = { id: `m${++this.#counter}`, text, version };
    this.#pending = [...this.#pending, pending];
    this.#shownTurn = turnAfter(this.#shownTurn, text);
    this.#show(shown);
    return pending;
  }

  /** The server has refused this: it and what was built on it is taken back. */
  takeBack(id: string): void {
    const place = this.#pending.findIndex((pending) => pending.id === id);
    if (place < 0) return;
    this.#pending = this.#pending.slice(0, place);
    this.#rebuild();
  }

  free(): void {
    this.#confirmed.free();
    this.#shown.free();
  }

  #rebuild(): void {
    const shown = this.#confirmed.copy();
    this.#shownTurn = this.#turn;
    for (const { text } of this.#pending) {
      apply(this.#core, shown, text);
      this.#shownTurn = turnAfter(this.#shownTurn, text);
    }
    this.#show(shown);
  }

  #show(game: CoreGame): void {
    this.#shown.free();
    this.#shown = game;
  }
}

/** Whether an event is something that somebody did on the boards. */
export function isMove(event: string): boolean {
  return !/^(drawn|turned|dealt|undo|resign|replace)\b/.test(event);
}

function settledBy(move: string, space: Space): CardId | null {
  const [verb, card = null, where] = move.split(" ");
  return verb === "settle" && where === space ? card : null;
}

function turnAfter(turn: string[], event: string): string[] {
  if (event === UNDO) return turn.slice(0, -1);
  if (event === "end") return [];
  return isMove(event) ? [...turn, event] : turn;
}

function apply(core: Core, game: CoreGame, event: string): void {
  if (event === UNDO) game.undo();
  else if (/^(drawn|turned|dealt)\b/.test(event)) game.deal(event);
  else if (isMove(event)) {
    const refusal = game.play(core.parseMove(event));
    if (refusal !== null) throw new TextFault(refusal, event, 1);
  }
}
