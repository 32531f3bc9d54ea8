// How somebody touches things: with a mouse, with a finger, or with the keys alone.

import type { Locator, Page } from "playwright-core";

export interface Hand {
  press(target: Locator): Promise<void>;
}

// A tall stack may reach over the space that is meant, and the board knows which one it is: so the
// middle of the space is touched, whatever is drawn there.
export const mouse: Hand = { press: (target) => target.click({ force: true }) };
export const finger: Hand = { press: (target) => target.tap({ force: true }) };

const MOST_TABS = 120;

/** Tab to where it is, arrows inside the board, Enter. */
export class Keys implements Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(target: Locator): Promise<void> {
    const space = await target.evaluate((one) => one.closest("[data-space]")?.getAttribute("data-space"));
    if (space) await this.#walkTo(space);
    else await this.#tabTo((wanted) => wanted.evaluate((one) => one === document.activeElement), target);
    await this.#page.keyboard.press("Enter");
  }

  /** The board is one stop for Tab; from there the arrows lead to every space. */
  async #walkTo(space: string): Promise<void> {
    const board = this.#page.locator(".area-board [data-space]").first();
    await this.#tabTo(async () => (await this.#space()) !== null, board);
    for (let steps = 0; steps < MOST_TABS; steps++) {
      const at = await this.#space();
      if (at === space) return;
      await this.#page.keyboard.press(arrow(at ?? "a1", space));
    }
    throw new Error(`the arrows do not lead to ${space}`);
  }

  async #tabTo(isThere: (target: Locator) => Promise<boolean>, target: Locator): Promise<void> {
    const key = (await this.#isAhead(target)) ? "Tab" : "Shift+Tab";
    for (let presses = 0; presses < MOST_TABS; presses++) {
      if (await isThere(target)) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${target.toString()}`);
  }

  #isAhead(target: Locator): Promise<boolean> {
    return target.evaluate((one) => {
      const from = document.activeElement ?? document.body;
      return from === document.body || (from.compareDocumentPosition(one) & 4) !== 0;
    });
  }

  #space(): Promise<string | null> {
    return this.#page.evaluate(
      () => document.activeElement?.closest(".area-board [data-space]")?.getAttribute("data-space") ?? null,
    );
  }
}

function arrow(from: string, to: string): string {
  if (from[0] !== to[0]) return from < to ? "ArrowRight" : "ArrowLeft";
  return Number(from.slice(1)) < Number(to.slice(1)) ? "ArrowDown" : "ArrowUp";
}
