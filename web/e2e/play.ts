// Playing by what can be seen: takes a group, places tokens where it glows, settles what fits.

import type { Page } from "playwright-core";

const GLOW = ".area-board .hm-glows";
const TAKE = ".area-groups .hm-takeable";
const OVER = ".table.over";
const WARNING = "dialog:has(input[type=checkbox])";

/** Waits until there is something to do here; false when the game has ended. */
export async function myTurn(page: Page): Promise<boolean> {
  await page.locator(`${TAKE}, ${OVER}, dialog`).first().waitFor();
  return (await page.locator(OVER).count()) === 0;
}

export async function playTurn(page: Page, draft = true): Promise<void> {
  await chooseSpirit(page);
  const turn = await page.locator(".table").getAttribute("data-turn");
  if (draft) await takeCard(page);
  await tab(page, 0);
  await page.locator(TAKE).first().click();
  for (let left = 3; left > 0; left--) {
    await page.locator(`.area-act .hm-hand button:nth-child(${left})`).waitFor();
    await touch(page);
    await page.locator(`.area-act .hm-hand button:nth-child(${left})`).waitFor({ state: "detached" });
  }
  await settle(page);
  await endTurn(page);
  await page.waitForFunction(
    (before) =>
      document.querySelector(".table.over") !== null ||
      document.querySelector(".table")?.getAttribute("data-turn") !== before,
    turn,
  );
}

export async function takeCard(page: Page): Promise<void> {
  await tab(page, 1);
  const card = page.locator(".area-river .hm-card").first();
  if ((await card.count()) === 0) return;
  await card.click();
  await page.locator(".card-strip").waitFor();
  const take = page.locator(".card-strip .main");
  if ((await take.count()) > 0) await take.click();
  else await card.click();
}

/** Touches a space that glows. A tall stack may reach over it: the board knows which is meant. */
export async function touch(page: Page): Promise<void> {
  const glowing = page.locator(GLOW);
  await glowing.nth((await glowing.count()) >> 1).click({ force: true });
}

async function settle(page: Page): Promise<void> {
  await tab(page, 2);
  for (let times = 0; times < 4; times++) {
    const fitting = page.locator(".card-place.fitting button");
    if ((await fitting.count()) === 0) return;
    await fitting.first().click();
    if ((await page.locator(GLOW).count()) > 0) await touch(page);
  }
}

async function endTurn(page: Page): Promise<void> {
  await page.locator(".actions .main").click();
  const anyway = page.locator(`${WARNING} .main`);
  if ((await anyway.count()) > 0) await anyway.click();
}

async function chooseSpirit(page: Page): Promise<void> {
  const dialog = page.locator("dialog");
  if ((await dialog.count()) === 0) return;
  if ((await page.locator(".spirit").count()) === 0) await dialog.locator(".main").click();
  await page.locator(".spirit .main").first().click();
  await dialog.waitFor({ state: "detached" });
}

/** On a small screen the lower part shows one thing at a time. */
async function tab(page: Page, number: number): Promise<void> {
  const button = page.locator(".sheet-tabs button").nth(number);
  if (await button.isVisible()) await button.click();
}
