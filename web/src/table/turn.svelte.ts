// What a person is about to do: which token or card is in hand, what would come of it.

import type { CardId, Reason, Space, Token } from "../core/core";
import { looked } from "./nearness";
import type { TableStore } from "./store.svelte";

const FLASH = 1400;
const NOTHING: ReadonlySet<Space> = new Set();
/** Said to whoever plays while it is somebody else's turn. */
export const TOO_EARLY = "play/not-your-turn";

export type Sheet = "groups" | "river" | "cards";

/** A space that takes the cube of more than one card. */
export interface Question {
  readonly space: Space;
  readonly cards: readonly CardId[];
}

export class Turn {
  /** Which of the tokens in hand goes next. */
  chosen = $state(0);
  /** A card that was touched: one's own, or one of the river. */
  card = $state<CardId | null>(null);
  /** A card under the pointer. */
  peeked = $state<CardId | null>(null);
  hovered = $state<Space | null>(null);
  question = $state.raw<Question | null>(null);
  /** A reason for points that is pointed out on the board. */
  reason = $state.raw<Reason | null>(null);
  flash = $state.raw<Record<Space, string>>({});
  sheet = $state<Sheet>("groups");
  /** What is played now was brought there by hand: it need not travel. */
  carried = false;
  readonly store: TableStore;

  constructor(store: TableStore) {
    this.store = store;
  }

  readonly hand = $derived.by(() => this.#of((view) => view.hand, ""));
  readonly place = $derived.by(() => Math.min(this.chosen, Math.max(0, this.hand.length - 1)));
  readonly token = $derived.by(() => (this.hand[this.place] as Token | undefined) ?? null);

  /** The own card whose cube can be settled by touching the board. */
  readonly settling = $derived.by(() => {
    const { card } = this;
    return card !== null && this.store.legal.settles.has(card) ? card : null;
  });

  /** Where the next touch places the token in hand, or settles the chosen card's cube. */
  readonly glow = $derived.by((): ReadonlySet<Space> => {
    const { legal } = this.store;
    if (this.settling !== null) return legal.settles.get(this.settling) ?? NOTHING;
    if (this.token !== null) return legal.places.get(this.token) ?? NOTHING;
    return NOTHING;
  });

  /** Where a touch settles a cube, and of which cards. */
  readonly cubes = $derived.by((): ReadonlyMap<Space, readonly CardId[]> => {
    const { settles } = this.store.legal;
    const wanted = this.settling === null ? [...settles.keys()] : [this.settling];
    const cubes = new Map<Space, CardId[]>();
    for (const card of wanted) {
      for (const space of settles.get(card) ?? NOTHING) {
        if (this.settling === null && this.glow.has(space)) continue;
        cubes.set(space, [...(cubes.get(space) ?? []), card]);
      }
    }
    return cubes;
  });

  readonly ghost = $derived.by(() => {
    const { hovered } = this;
    const seat = this.store.acting;
    if (hovered === null || seat === null) return null;
    const stack = this.#of((view) => view.seats[seat]?.board.get(hovered)?.stack ?? "", "");
    if (this.cubes.has(hovered)) return { space: hovered, stack: `${stack}*` };
    return this.glow.has(hovered) ? { space: hovered, stack: stack + this.token } : null;
  });

  readonly marks = $derived.by((): Record<Space, string> => {
    const space = this.ghost?.space;
    const change = space === undefined ? null : this.changeAt(space);
    return space === undefined || !change ? this.flash : { ...this.flash, [space]: signed(change) };
  });

  /** What a card under the pointer, or else the touched one, would like on the board. */
  readonly lookedAt = $derived.by(() => this.peeked ?? this.card);

  /** How touching a space changes the points; null where it may not be touched. */
  changeAt(space: Space): number | null {
    return this.#changeOf(this.moveAt(space));
  }

  #changeOf(text: string | null): number | null {
    const { acting, legal, game, points } = this.store;
    const move = text === null ? undefined : legal.move(text);
    const after = move && game.preview(move);
    return after && acting !== null ? after.total - (points[acting]?.total ?? 0) : null;
  }

  /** The move that touching a space makes. */
  moveAt(space: Space): string | null {
    const [card] = this.cubes.get(space) ?? [];
    if (card !== undefined) return `settle ${card} ${space}`;
    if (this.settling !== null) return `settle ${this.settling} ${space}`;
    return this.token === null ? null : `place ${this.token} ${space}`;
  }

  take(group: number): void {
    if (this.#waits(`take ${group}`) || !this.store.play(`take ${group}`)) return;
    this.chosen = 0;
    this.card = null;
  }

  /** Takes one of the tokens in hand as the next. */
  hold(index: number): void {
    this.card = null;
    this.chosen = index;
  }

  /** Lets the token in hand down here, whatever else a touch would mean. */
  put(space: Space): void {
    this.#make(this.token && `place ${this.token} ${space}`, space);
  }

  touch(space: Space): void {
    this.question = null;
    if (this.#waits(`place ? ${space}`)) return;
    const cards = this.cubes.get(space) ?? [];
    if (cards.length > 1) this.question = { space, cards };
    else if (cards.length === 1 || this.glow.has(space)) this.#make(this.moveAt(space), space);
    else this.#touchOther(space);
  }

  settle(card: CardId, space: Space): void {
    this.question = null;
    this.#make(`settle ${card} ${space}`, space);
  }

  /** A card of one's own: the only space at once, else the choice between them. */
  touchOwn(card: CardId): void {
    const spaces = [...(this.store.legal.settles.get(card) ?? [])];
    const only = spaces.length === 1 ? spaces[0] : undefined;
    if (only === undefined) this.touchCard(card);
    else this.settle(card, only);
  }

  /** A card under the pointer; where there is none, a touch has to do. */
  peek(card: CardId | null, over: boolean): void {
    if (over) this.peeked = card;
    else if (card === null || this.peeked === card) this.peeked = null;
  }

  touchCard(card: CardId): void {
    this.card = this.card === card ? null : card;
    this.question = null;
  }

  do(text: string): void {
    if (!this.store.play(text)) return;
    this.card = null;
    this.question = null;
    this.chosen = 0;
  }

  undo(): void {
    this.card = null;
    this.question = null;
    this.store.undo();
  }

  /** The spaces that a card is about: where it fits, or comes nearest to it. */
  near(seat: number) {
    const { lookedAt: card, store } = this;
    const { view } = store;
    return card === null || view === null || view.turn === 0 ? null : looked(store.nears(view, card, seat));
  }

  /** Whether it is not the turn of anybody here; whoever plays too early is told so. */
  #waits(move: string): boolean {
    const { store } = this;
    if (store.acting !== null) return false;
    if (store.playing && store.mine.length > 0 && !store.replaying) store.refuse(TOO_EARLY, move);
    return true;
  }

  /** What was put there in this turn goes back; of anything else is said why it cannot be. */
  #touchOther(space: Space): void {
    const { store } = this;
    const put = store.turn.map((move) => move.endsWith(` ${space}`)).lastIndexOf(true);
    const text = this.moveAt(space);
    if (put >= 0) {
      this.card = null;
      store.takeBack(put);
    } else if (text !== null) store.play(text);
    else {
      const code = store.view?.taken === null ? "move/take-first" : "move/already-taken";
      store.refuse(code, `place ${space}`);
    }
  }

  #make(text: string | null, space: Space): void {
    const change = this.#changeOf(text);
    if (text === null || !this.store.play(text)) return;
    if (text.startsWith("settle")) this.card = null;
    this.hovered = null;
    if (change) this.#flash(space, signed(change));
  }

  #flash(space: Space, mark: string): void {
    this.flash = { ...this.flash, [space]: mark };
    setTimeout(() => {
      const { [space]: _, ...rest } = this.flash;
      this.flash = rest;
    }, FLASH);
  }

  #of<Value>(read: (view: NonNullable<TableStore["view"]>) => Value, otherwise: Value): Value {
    const { view } = this.store;
    return view && this.store.acting !== null ? read(view) : otherwise;
  }
}

export const signed = (points: number): string => (points > 0 ? `+${points}` : `−${-points}`);
