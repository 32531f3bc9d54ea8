// Groups and tokens that are dragged to the board, by mouse, pen or finger.

import { place } from "../board";
import type { Space } from "../core/core";
import type { Turn } from "./turn.svelte";

/** Nearer than this it was a click. */
const SLOP = 6;
/** A finger hides what it holds: it is held a little higher. */
const ABOVE_FINGER = 34;

interface Held {
  readonly piece: HTMLElement;
  readonly pointer: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly kind: string;
  readonly number: number;
  copy: SVGElement | null;
}

export class Drag {
  readonly #turn: Turn;
  readonly #spaceUnder: (x: number, y: number) => Space | null;
  #held: Held | null = null;

  constructor(turn: Turn, spaceUnder: (x: number, y: number) => Space | null) {
    this.#turn = turn;
    this.#spaceUnder = spaceUnder;
  }

  /** For the part of the page in which things are dragged. */
  readonly listen = (area: HTMLElement): (() => void) => {
    const gone = new AbortController();
    const { signal } = gone;
    area.addEventListener("pointerdown", (event) => this.#grasp(event), { signal });
    area.addEventListener("pointermove", (event) => this.#move(event), { signal });
    area.addEventListener("pointerup", (event) => this.#drop(event), { signal });
    area.addEventListener("pointercancel", () => this.#letGo(), { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#letGo(), { signal });
    return () => {
      this.#letGo();
      gone.abort();
    };
  };

  #grasp(event: PointerEvent): void {
    const piece = (event.target as Element).closest<HTMLElement>("[data-drag]");
    if (!piece || event.button !== 0 || this.#held) return;
    const [kind = "", number] = (piece.dataset["drag"] ?? "").split(" ");
    const from = { x: event.clientX, y: event.clientY };
    this.#held = { piece, pointer: event.pointerId, from, kind, number: Number(number), copy: null };
  }

  #move(event: PointerEvent): void {
    const held = this.#held;
    if (held?.pointer !== event.pointerId) return;
    const across = event.clientX - held.from.x;
    const down = event.clientY - held.from.y;
    if (!held.copy && Math.hypot(across, down) > SLOP) this.#lift(held);
    if (!held.copy) return;
    const higher = event.pointerType === "touch" ? ABOVE_FINGER : 0;
    held.copy.style.transform = `translate(${across}px, ${down - higher}px)`;
    if (held.kind === "token") this.#turn.hovered = this.#spaceUnder(event.clientX, event.clientY);
  }

  #lift(held: Held): void {
    const drawing = held.piece.querySelector("svg");
    if (!drawing) return;
    held.copy = drawing.cloneNode(true) as SVGElement;
    place(held.copy, drawing.getBoundingClientRect());
    document.body.append(held.copy);
    held.piece.classList.add("hm-lifted");
    held.piece.setPointerCapture(held.pointer);
    if (held.kind === "token") this.#turn.hold(held.number);
  }

  #drop(event: PointerEvent): void {
    const held = this.#held;
    if (held?.pointer !== event.pointerId) return;
    const space = held.copy && this.#spaceUnder(event.clientX, event.clientY);
    if (held.copy) swallowClick();
    this.#letGo();
    if (space === null) return;
    this.#turn.carried = true;
    if (held.kind === "token") this.#turn.put(space);
    else this.#turn.take(held.number);
    this.#turn.carried = false;
  }

  #letGo(): void {
    const held = this.#held;
    this.#held = null;
    if (!held?.copy) return;
    held.copy.remove();
    held.piece.classList.remove("hm-lifted");
    this.#turn.hovered = null;
  }
}

/** Letting go is no click on what was taken up. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
