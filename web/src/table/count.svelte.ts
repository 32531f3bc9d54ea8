// The end of a game, counted up category by category.

import { stillPreferred } from "../board";
import { CATEGORIES, type Category, type GameView } from "../core/core";
import type { TableStore } from "./store.svelte";

const STEP = 1300;

export class Count {
  readonly categories: readonly Category[];
  /** How many categories have been counted. */
  step = $state(0);
  /** The category that the boards show: the one being counted, or one that was touched. */
  shown = $state<Category | null>(null);
  readonly #store: TableStore;
  #timer = 0;

  /** Whoever comes to a game that has ended finds it counted. */
  constructor(store: TableStore, view: GameView) {
    this.#store = store;
    this.categories = CATEGORIES.filter((one) => one !== "spirit" || view.spirits);
    if (store.sawEnd && !stillPreferred()) this.#next();
    else this.finish();
  }

  readonly done = $derived.by(() => this.step >= this.categories.length);

  isCounted(category: Category): boolean {
    return this.categories.indexOf(category) < this.step;
  }

  /** A seat's points as far as they have been counted. */
  total(seat: number): number {
    const of = this.#store.points[seat]?.of;
    return this.categories.slice(0, this.step).reduce((sum, one) => sum + (of?.[one] ?? 0), 0);
  }

  /** What the shown category's points are for on a seat's board, and how many each brings. */
  reasons(seat: number) {
    const found = this.#store
      .reasons(seat)
      .filter(({ category, points }) => category === this.shown && points > 0);
    return {
      spaces: found.flatMap(({ spaces }) => spaces),
      path: found.flatMap(({ path }) => path),
      marks: Object.fromEntries(
        found.flatMap(({ spaces, points }) => (spaces[0] ? [[spaces[0], `+${points}`]] : [])),
      ),
    };
  }

  show(category: Category): void {
    this.shown = this.shown === category ? null : category;
  }

  finish(): void {
    clearTimeout(this.#timer);
    this.step = this.categories.length;
    this.shown = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    const category = this.categories[this.step];
    if (category === undefined) return this.finish();
    this.step += 1;
    this.shown = category;
    this.#timer = window.setTimeout(() => this.#next(), STEP);
  }
}
