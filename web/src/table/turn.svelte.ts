// What a person is about to do: which token or card is in hand, what would come of it.

import type { CardId, Reason, Space, Token } from "../core/core";
import type { TableStore } from "./store.svelte";

const FLASH = 1400;
const NOTHING: ReadonlySet<Space> = new Set();

export type Sheet = "groups" | "river" | "cards";

export class Turn {
  /** Which of the tokens in hand goes next. */
  chosen = $state(0);
  /** A card that was touched: one's own, or one of the river. */
  card = $state<CardId | null>(null);
  hovered = $state<Space | null>(null);
  /** A reason for points that is pointed out on the board. */
  reason = $state.raw<Reason | null>(null);
  flash = $state.raw<Record<Space, string>>({});
  sheet = $state<Sheet>("groups");
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

  readonly glow = $derived.by((): ReadonlySet<Space> => {
    const { legal } = this.store;
    if (this.settling !== null) return legal.settles.get(this.settling) ?? NOTHING;
    if (this.token !== null) return legal.places.get(this.token) ?? NOTHING;
    return NOTHING;
  });

  readonly ghost = $derived.by(() => {
    const { hovered } = this;
    const seat = this.store.acting;
    if (hovered === null || seat === null || !this.glow.has(hovered)) return null;
    const stack = this.#of((view) => view.seats[seat]?.board.get(hovered)?.stack ?? "", "");
    return { space: hovered, stack: this.settling !== null ? `${stack}*` : stack + this.token };
  });

  /** What the move under the pointer would change. */
  readonly change = $derived.by((): number | null => {
    const space = this.ghost?.space;
    return space === undefined ? null : this.changeAt(space);
  });

  readonly marks = $derived.by((): Record<Space, string> => {
    const space = this.ghost?.space;
    if (space === undefined || !this.change) return this.flash;
    return { ...this.flash, [space]: signed(this.change) };
  });

  changeAt(space: Space): number | null {
    const seat = this.store.acting;
    const text = this.moveAt(space);
    const move = text === null ? undefined : this.store.legal.move(text);
    if (seat === null || !move) return null;
    const after = this.store.game.preview(move);
    return after ? after.total - (this.store.points[seat]?.total ?? 0) : null;
  }

  /** The move that touching a space makes. */
  moveAt(space: Space): string | null {
    if (this.settling !== null) return `settle ${this.settling} ${space}`;
    return this.token === null ? null : `place ${this.token} ${space}`;
  }

  take(group: number): void {
    if (!this.store.play(`take ${group}`)) return;
    this.chosen = 0;
    this.card = null;
  }

  touch(space: Space): void {
    const { store } = this;
    if (store.acting === null) return;
    const last = store.turn.at(-1);
    if (!this.glow.has(space) && last?.startsWith("place") && last.endsWith(` ${space}`)) {
      store.undo();
      return;
    }
    const text = this.moveAt(space);
    if (text === null) return;
    const change = this.changeAt(space);
    if (!store.play(text)) return;
    if (text.startsWith("settle")) this.card = null;
    this.hovered = null;
    if (change) this.#flash(space, signed(change));
  }

  /** A card of one's own: the only space at once, else the choice between them. */
  touchOwn(card: CardId): void {
    const spaces = [...(this.store.legal.settles.get(card) ?? [])];
    const only = spaces.length === 1 ? spaces[0] : undefined;
    if (only !== undefined) {
      this.card = card;
      this.touch(only);
    } else this.card = this.card === card ? null : card;
  }

  touchRiver(card: CardId): void {
    this.card = this.card === card ? null : card;
  }

  do(text: string): void {
    if (!this.store.play(text)) return;
    this.card = null;
    this.chosen = 0;
  }

  undo(): void {
    this.card = null;
    this.store.undo();
  }

  /** Where a card is nearest to fitting, and how many tokens that takes. */
  near(card: CardId, seat: number): { tokens: number; spaces: readonly Space[] } | null {
    const nears = this.store.game.nears(card, seat);
    const best = nears.reduce<(typeof nears)[number] | null>(
      (found, near) => (found === null || near.tokens < found.tokens ? near : found),
      null,
    );
    return best && { tokens: best.tokens, spaces: [best.space, ...best.missing] };
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
