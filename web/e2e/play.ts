// Playing by what can be seen: takes a group, places tokens where it glows, settles what fits.

import type { Locator, Page } from "playwright-core";

import { type Hand, mouse } from "./hands";

const GLOW = ".area-board .hm-glows";
const TAKE = ".area-groups .hm-takeable";
const OVER = ".table.over";
const WARNING = "dialog:has(input[type=checkbox])";

/** Waits until there is something to do here; false when the game has ended. */
export async function myTurn(page: Page): Promise<boolean> {
  await page.locator(`${TAKE}, ${OVER}, dialog`).first().waitFor();
  return (await page.locator(OVER).count()) === 0;
}

interface Manner {
  hand?: Hand;
  /** Whether a card is taken, if there is one to take. */
  draft?: boolean;
  /** Whether cubes are settled that can be. */
  settling?: boolean;
  /** Called when the page asks whether the turn is really to end. */
  warned?: () => Promise<void>;
}

export async function playTurn(page: Page, manner: Manner = {}): Promise<void> {
  const { hand = mouse, draft = true, settling = true, warned } = manner;
  await chooseSpirit(page, hand);
  const turn = await turnOf(page);
  if (draft) await takeCard(page, hand);
  await takeGroup(page, hand);
  await placeAll(page, hand);
  if (settling) await settle(page, hand);
  await endTurn(page, hand, warned);
  await page.waitForFunction(
    (before) =>
      document.querySelector(".table.over") !== null ||
      document.querySelector(".table")?.getAttribute("data-turn") !== before,
    turn,
  );
}

/** Plays whenever it is one's turn, until the game has ended; how many turns that were. */
export async function playOut(page: Page, hand: Hand = mouse): Promise<number> {
  let turns = 0;
  for (; await myTurn(page); turns++) await playTurn(page, { hand, draft: turns % 2 === 0 });
  return turns;
}

export const turnOf = (page: Page): Promise<string | null> => page.locator(".table").getAttribute("data-turn");

export async function takeGroup(page: Page, hand: Hand = mouse): Promise<void> {
  await showTab(page, 0, hand);
  await hand.press(page.locator(TAKE).first());
  await handOf(page).first().waitFor();
}

export async function placeAll(page: Page, hand: Hand = mouse): Promise<void> {
  for (let left = await handOf(page).count(); left > 0; left--) {
    await touchGlow(page, hand);
    await handOf(page).nth(left - 1).waitFor({ state: "detached" });
  }
}

/** The tokens that are still to be placed. */
export const handOf = (page: Page): Locator => page.locator(".area-act .hm-hand button");

export async function takeCard(page: Page, hand: Hand = mouse): Promise<void> {
  await showTab(page, 1, hand);
  const card = page.locator(".area-river .hm-card").first();
  if ((await card.count()) === 0) return;
  await hand.press(card);
  await page.locator(".card-strip").waitFor();
  const take = page.locator(".card-strip .main");
  await hand.press((await take.count()) > 0 ? take : card);
}

/** Touches a space that glows. */
export async function touchGlow(page: Page, hand: Hand = mouse): Promise<void> {
  const glowing = page.locator(GLOW);
  await glowing.first().waitFor();
  await hand.press(glowing.nth((await glowing.count()) >> 1));
}

async function settle(page: Page, hand: Hand): Promise<void> {
  await showTab(page, 2, hand);
  for (let times = 0; times < 4; times++) {
    const fitting = page.locator(".card-place.fitting button");
    if ((await fitting.count()) === 0) return;
    await hand.press(fitting.first());
    if ((await page.locator(GLOW).count()) > 0) await touchGlow(page, hand);
  }
}

export async function endTurn(page: Page, hand: Hand = mouse, warned?: () => Promise<void>): Promise<void> {
  await hand.press(page.locator(".actions .main:enabled"));
  const anyway = page.locator(`${WARNING} .main`);
  if ((await anyway.count()) === 0) return;
  await warned?.();
  await hand.press(anyway);
}

export async function chooseSpirit(page: Page, hand: Hand): Promise<void> {
  const dialog = page.locator("dialog");
  if ((await dialog.count()) === 0) return;
  if ((await page.locator(".spirit").count()) === 0) await hand.press(dialog.locator(".main"));
  await hand.press(page.locator(".spirit .main").first());
  await dialog.waitFor({ state: "detached" });
}

/** On a small screen the lower part shows one thing at a time. */
async function showTab(page: Page, number: number, hand: Hand): Promise<void> {
  const button = page.locator(".sheet-tabs button").nth(number);
  if (await button.isVisible()) await hand.press(button);
}
