// One table as the page shows it: the live connection on one side, the components on the other.

import { ask, atTable, codeOf, Problem, type TableView } from "../api/client";
import { type FromServer, Live } from "../api/live";
import type { CardId, Core, CoreGame, GameView, Near, Points, Reason } from "../core/core";
import { Legal } from "./legal";
import { seatName } from "./names";
import { isMove, type Pending, Replay, UNDO } from "./replay";
import { sayEvent } from "./sentences";

const REPLAY_PAUSE = 400;
const STALE = "play/stale";
/** Before all is asked for again: what went wrong once may go wrong twice. */
const LOST_PAUSE = 2_000;
/** After a longer absence the board is shown as it is. */
const MOST_REPLAYED = 30;
/** The sentences kept of what others did. */
const MOST_SAID = 12;

/** Sees a move before it is made; what it answers is called when the move is shown. */
export type Witness = (event: string, seat: number) => (() => void) | undefined;

export interface Refused {
  readonly code: string;
  /** What was tried: a move, `undo`, or the name of an action. */
  readonly what: string;
}

export class TableStore {
  table = $state.raw<TableView | null>(null);
  view = $state.raw<GameView | null>(null);
  points = $state.raw<readonly Points[]>([]);
  legal = $state.raw<Legal>(Legal.NOTHING);
  turn = $state.raw<readonly string[]>([]);
  online = $state(true);
  wasOnline = $state(false);
  refused = $state.raw<Refused | null>(null);
  missing = $state<string | null>(null);
  /** What others did, in sentences with numbers of their own, newest last. */
  said = $state.raw<readonly { readonly number: number; readonly text: string }[]>([]);
  replaying = $state(false);
  /** The game was seen to end here, not found ended. */
  sawEnd = $state(false);
  witness: Witness = () => undefined;

  readonly id: string;
  readonly code: string | null;
  readonly #core: Core;
  readonly #live: Live;
  #replay: Replay | null = null;
  #waiting: string[] = [];
  #early: { first: number; events: string[] }[] = [];
  readonly #nears = new WeakMap<GameView, Map<string, readonly Near[]>>();
  #timer = 0;
  #caughtUp = false;
  /** What is known has led nowhere: all is asked for again. */
  #lost = false;
  /** What the page shows now: while both stay the same, nothing has to be drawn anew. */
  #shownGame: CoreGame | null = null;
  #shownTable: TableView | null = null;

  constructor(core: Core, id: string, code: string | null) {
    this.#core = core;
    this.id = id;
    this.code = code;
    this.#live = new Live(id, code, {
      since: () => this.#known(),
      hear: (message) => this.#hear(message),
      connected: (is) => this.#connected(is),
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#live.close();
    this.#replay?.free();
    this.#replay = null;
  }

  /** The seats of whoever sits at this page, from 0. */
  get mine(): number[] {
    return (this.table?.seats ?? []).filter((seat) => seat.you).map((seat) => seat.seat - 1);
  }

  get hotSeat(): boolean {
    return this.mine.length > 1;
  }

  get playing(): boolean {
    return this.table?.status === "playing";
  }

  /** The seat to move, if it is played here. */
  get acting(): number | null {
    const { view } = this;
    if (!this.playing || !view || (view.phase !== "play" && view.phase !== "keep")) return null;
    return this.mine.includes(view.toMove) ? view.toMove : null;
  }

  name(seat: number, brief = false): string {
    const { hotSeat } = this;
    const names = (this.table?.seats ?? []).map((one) => seatName(one, { hotSeat, brief }));
    const own = names[seat] ?? "";
    return names.filter((name) => name === own).length > 1 ? `${own} ${seat + 1}` : own;
  }

  /** The game itself, for questions; ask only while `view` is there. */
  get game() {
    if (!this.#replay) throw new Error("the game has not begun");
    return this.#replay.game;
  }

  /** How near a card is to fitting, asked once for each view of the game. */
  nears(view: GameView, card: CardId, seat: number): readonly Near[] {
    const known = this.#nears.get(view) ?? new Map<string, readonly Near[]>();
    this.#nears.set(view, known);
    const key = `${card} ${seat}`;
    const nears = known.get(key) ?? this.game.nears(card, seat);
    known.set(key, nears);
    return nears;
  }

  /** Why a seat has its points, an animal's with the spaces that its cubes stand on. */
  reasons(seat: number): Reason[] {
    const board = [...(this.view?.seats[seat]?.board ?? [])];
    const cubes = board.flatMap(([space, { cube }]) => (cube ? [space] : []));
    return this.game.reasons(seat).map((reason) => {
      if (reason.category !== "animals") return reason;
      return { ...reason, spaces: cubes.filter((space) => this.#replay?.cubeOf(seat, space) === reason.card) };
    });
  }

  /** What would be shown after a move; nothing is done. */
  after(move: string): GameView {
    const thought = this.game.copy();
    thought.play(this.#core.parseMove(move));
    const view = thought.view();
    thought.free();
    return view;
  }

  play(move: string): boolean {
    return this.#attempt(move);
  }

  undo(): boolean {
    return this.#attempt(UNDO);
  }

  /** Takes back one move of this turn; what was done after it stays done where that is possible. */
  takeBack(place: number): void {
    const later = this.turn.slice(place + 1);
    for (let back = later.length; back >= 0; back--) if (!this.undo()) return;
    for (const move of later) {
      if (this.legal.move(move) === undefined || !this.play(move)) return;
    }
  }

  /** Why a move cannot be made now; null where it can, and where nobody here is to move. */
  why(move: string): string | null {
    return this.acting === null ? null : this.game.check(this.#core.parseMove(move));
  }

  /** Says why something cannot be done that was never sent. */
  refuse(code: string, what: string): void {
    this.refused = { code, what };
  }

  /** Something around the game: sit, start, resign … Refusals are shown; true when it was done. */
  async act(action: string, body?: object): Promise<TableView | null> {
    this.refused = null;
    try {
      const answer = await atTable(this.id, action, body);
      if (answer.id === this.id) this.#hearTable(answer);
      if (action === "sit") this.#live.restart();
      return answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refused = { code: error.code, what: action };
      return null;
    }
  }

  /** Shows at once what is still being replayed. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const saw = this.#caughtUp;
    for (const event of this.#waiting.splice(0)) this.#enter(event, saw);
    this.replaying = false;
    this.#refresh();
  }

  #known(): number {
    if (this.#lost) return 0;
    return (this.#replay?.version ?? 0) + this.#waiting.length;
  }

  #attempt(text: string): boolean {
    if (!this.#replay || this.acting === null) return false;
    this.refused = null;
    const shown = this.witness(text, this.acting);
    const answer = this.#replay.attempt(text);
    if (typeof answer === "string") {
      this.refused = { code: answer, what: text };
      return false;
    }
    this.#send(answer);
    this.#refresh();
    shown?.();
    return true;
  }

  #send({ id, text, version }: Pending): void {
    // What cannot be sent now is sent after the next welcome.
    if (text === UNDO) this.#live.send({ type: "undo", id, version });
    else this.#live.send({ type: "play", id, version, move: text });
  }

  #connected(is: boolean): void {
    this.online = is;
    if (is) this.wasOnline = true;
    else if (!this.wasOnline) void this.#look();
    this.#caughtUp = false;
  }

  /** Why there is no connection: perhaps there is no such table. */
  async #look(): Promise<void> {
    const query = this.code ? `?code=${encodeURIComponent(this.code)}` : "";
    await ask("GET", `tables/${this.id}${query}`).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) {
        this.missing = error.code;
        this.#live.close();
      }
    });
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "table":
        return this.#hearTable(message.table);
      case "events":
        return this.#hearEvents(message.first, message.events);
      case "problem":
        return this.#hearProblem(message.id, codeOf(message.problem));
      case "done":
      case "pong":
        return;
    }
  }

  #hearTable(table: TableView): void {
    if (this.table && table.revision < this.table.revision) return;
    if (this.table?.status === "playing" && table.status === "over") this.sawEnd = true;
    this.table = table;
    if (!this.#replay && table.status !== "open" && table.started !== null) {
      this.#replay = this.#newReplay(table);
      for (const { first, events } of this.#early.splice(0)) this.#hearEvents(first, events);
    }
    this.#refresh();
  }

  #newReplay({ side, players, spirits, first }: TableView): Replay {
    return new Replay(this.#core, { side, players, spirits, first: (first ?? 1) - 1 });
  }

  #hearEvents(first: number, events: string[]): void {
    if (this.#lost && first === 0 && this.table) {
      this.#lost = false;
      this.#replay?.free();
      this.#replay = this.#newReplay(this.table);
    }
    if (this.#lost) return;
    if (!this.#replay) {
      if (events.length > 0) this.#early.push({ first, events });
      return;
    }
    const news = events.slice(Math.max(0, this.#known() - first));
    if (first > this.#known()) return this.#live.restart();
    this.#waiting.push(...news);
    const welcome = !this.#caughtUp;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    if (first === 0 || still || this.#waiting.length > MOST_REPLAYED) this.skip();
    else if (this.#timer === 0) this.#step();
    this.#caughtUp = true;
    if (welcome) for (const pending of this.#replay.pending) this.#send(pending);
  }

  /** Enters what waits: what was done here at once, moves of others one after the other. */
  #step(): void {
    this.#timer = 0;
    const shown: ((() => void) | undefined)[] = [];
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      const mine = this.#replay?.expects(event) ?? false;
      if (!mine) shown.push(this.witness(event, this.#replay?.game.view().toMove ?? 0));
      this.#enter(event, true);
      if (!mine && isMove(event) && event !== "end") {
        this.#timer = window.setTimeout(() => this.#step(), REPLAY_PAUSE);
        break;
      }
    }
    this.replaying = this.#timer !== 0;
    this.#refresh();
    for (const after of shown) after?.();
  }

  #enter(event: string, seen: boolean): void {
    const replay = this.#replay;
    if (!replay || this.#lost) return;
    const mover = replay.game.view().toMove;
    const own = replay.expects(event);
    try {
      const [dropped] = replay.enter(event);
      if (dropped) this.refused = { code: STALE, what: dropped.text };
    } catch (error) {
      return this.#loseThread(error);
    }
    if (own || !seen) return;
    const text = sayEvent(event, mover, (seat) => this.name(seat));
    if (text === "") return;
    const number = (this.said.at(-1)?.number ?? 0) + 1;
    this.said = [...this.said.slice(1 - MOST_SAID), { number, text }];
  }

  /** The rules here and what was heard disagree: what is shown stays, and all is heard again. */
  #loseThread(error: unknown): void {
    console.error(error);
    this.#lost = true;
    this.#waiting = [];
    this.refused = { code: "play/unknown-version", what: "" };
    setTimeout(() => this.#live.restart(), LOST_PAUSE);
  }

  #hearProblem(id: string, code: string): void {
    const pending = this.#replay?.pending.find((one) => one.id === id);
    this.#replay?.takeBack(id);
    if (!pending && code === STALE) return; // It has happened, or was said when the news came.
    this.refused = { code, what: pending?.text ?? "" };
    this.#refresh();
  }

  #refresh(): void {
    if (!this.#replay || this.#replay.version === 0) return;
    const { game } = this.#replay;
    if (game === this.#shownGame && this.table === this.#shownTable) return;
    this.#shownGame = game;
    this.#shownTable = this.table;
    const view = game.view();
    this.view = view;
    this.turn = this.#replay.turn;
    this.points = view.seats.map((_, seat) => game.points(seat));
    this.legal = this.acting === null ? Legal.NOTHING : new Legal(game.legalMoves());
  }
}
