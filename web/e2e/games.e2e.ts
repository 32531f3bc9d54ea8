// Whole games through the interface.

import { expect, test } from "vitest";

import { finger, Keys } from "./hands";
import { endTurn, myTurn, placeAll, playOut, playTurn, takeGroup } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();
const result = ({ page }: Visitor) => page.locator("dialog h2").innerText();

test("a hot-seat game on side B with spirits", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await page.getByRole("radio", { name: "Side B, islands" }).check();
  await page.getByRole("checkbox", { name: "With nature's spirits" }).check();
  await visitor.go("hot-seat");
  expect(await playOut(page)).toBeGreaterThan(10);
  await page.getByRole("dialog").waitFor();
  expect(await page.locator("dialog tbody tr").count()).toBe(7);
  await visitor.tour("end-two");
  await visitor.leave();
});

test("against the computer: two clicks to the first move, a whole game, another one given up", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await page.getByRole("button", { name: "Play" }).first().click();
  await page.locator(".hm-takeable").first().click();
  await page.locator(".area-act .hm-hand").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await playOut(page)).toBeGreaterThan(5);
  await expect.poll(() => result(visitor)).toMatch(/win/);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".table:not(.over)").waitFor();
  expect(await myTurn(page)).toBe(true);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: /Yes, give up/ }).click();
  await expect.poll(() => result(visitor)).toMatch(/Computer.*wins/);
  await visitor.leave();
});

test("four at a table, three of them computer players", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await page.getByRole("radio", { name: "3", exact: true }).first().check();
  await visitor.go("computer");
  await expect.poll(() => page.locator(".others li").count()).toBe(3);
  await playTurn(page);
  await takeGroup(page);
  await visitor.tour("four");
  await placeAll(page);
  await endTurn(page);
  expect(await playOut(page)).toBeGreaterThan(5);
  await expect.poll(() => result(visitor)).toMatch(/win/);
  expect(await page.locator("dialog thead th").count()).toBe(4);
  await visitor.leave();
});

test("a solo game on a phone, by touch alone", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url, { width: 360, touch: true });
  const { page } = visitor;
  await finger.press(page.locator('[data-way="solo"]'));
  expect(await playOut(page, finger)).toBeGreaterThan(5);
  await expect.poll(() => result(visitor)).toMatch(/sun/);
  await visitor.tour("end-solo");
  await visitor.leave();
});

test("a solo game by the keys alone", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  const keys = new Keys(page);
  await keys.press(page.locator('[data-way="solo"]'));
  expect(await myTurn(page)).toBe(true);
  // The new screen is told of by the focus, which is on the line that says what is expected.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Take three tokens/);
  await playTurn(page, { hand: keys });
  await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains("hm-takeable"))).toBe(true);
  expect(await playOut(page, keys)).toBeGreaterThan(5);
  await expect.poll(() => result(visitor)).toMatch(/sun/);
  await visitor.leave();
});
