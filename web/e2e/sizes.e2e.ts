// The table on screens of many shapes: what a turn needs is in sight, and nothing lies on anything.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { takeCard, takeGroup } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = (page: Page, selector: string): Promise<Box> =>
  page.locator(selector).first().evaluate((one) => one.getBoundingClientRect().toJSON() as Box);

async function at(width: number, height: number): Promise<Visitor> {
  const visitor = await Visitor.arrive(here.browser, here.url, { width });
  await visitor.page.setViewportSize({ width, height });
  await visitor.go("computer");
  await visitor.page.locator(".hm-takeable").first().waitFor();
  return visitor;
}

test.each([
  [1024, 768],
  [800, 600],
  [1180, 820],
  [1366, 640],
  [768, 1024],
])("at %i by %i the board, what can be taken and what is in hand are in sight together", async (width, height) => {
  const visitor = await at(width, height);
  await takeGroup(visitor.page);
  for (const part of [".area-groups", ".area-river .hm-river", ".area-board .hm-board", ".area-act .actions"]) {
    const box = await boxOf(visitor.page, part);
    expect(box.bottom, `${part} ends in sight`).toBeLessThanOrEqual(height);
    expect(box.right, `${part} ends in sight`).toBeLessThanOrEqual(width);
  }
  await visitor.picture(`table-${width}x${height}`);
  await visitor.leave();
});

test.each([
  [740, 360],
  [844, 390],
  [360, 740],
  [1024, 768],
])("at %i by %i a touched card is shown large in sight, with or without tokens in hand", async (width, height) => {
  const visitor = await at(width, height);
  const { page } = visitor;
  const strip = async () => {
    const box = await boxOf(page, ".card-strip");
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual(height);
    await page.keyboard.press("Escape");
    await page.locator(".card-strip").waitFor({ state: "detached" });
  };
  await takeCard(page);
  await takeGroup(page);
  if (width < 700) await page.locator(".sheet-tabs button").nth(1).click();
  await page.locator(".area-river .hm-card").first().click();
  await strip();
  if (width < 700) await page.locator(".sheet-tabs button").nth(2).click();
  await page.locator(".area-cards .hm-card").first().click();
  await strip();
  await visitor.leave();
});

test("on a phone held upright the highest stack does not reach what is said above the board", async () => {
  const visitor = await at(360, 740);
  const board = await boxOf(visitor.page, ".area-board .hm-board");
  for (const above of [".points", ".others"]) {
    // A crystal on three tokens is so much higher than the drawing.
    expect(board.top - (await boxOf(visitor.page, above)).bottom).toBeGreaterThanOrEqual(12);
  }
  await visitor.leave();
});
