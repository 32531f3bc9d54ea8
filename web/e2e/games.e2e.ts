import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { myTurn, playTurn } from "./play";
import { type Server, startServer } from "./server";
import { openBrowser, Visitor } from "./visitor";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("a hot-seat game on side B with spirits, through the interface", async () => {
  const visitor = await Visitor.arrive(browser, server.url);
  const { page } = visitor;
  await visitor.inspect("front");
  await page.getByRole("radio", { name: "Side B, islands" }).check();
  await page.getByRole("checkbox", { name: "With nature's spirits" }).check();
  await visitor.go("hot-seat");
  await page.locator("dialog").waitFor();
  await visitor.inspect("pass-the-device");
  await page.locator("dialog .main").click();
  await visitor.inspect("spirits");
  for (let turn = 0; await myTurn(page); turn++) {
    await playTurn(page);
    if (turn === 7) await visitor.inspect("hot-seat");
  }
  await page.getByRole("dialog").waitFor();
  await visitor.inspect("end");
  expect(await page.locator("dialog tbody tr").count()).toBe(7);
  await visitor.leave();
});

test("a game against a computer player", async () => {
  const visitor = await Visitor.arrive(browser, server.url);
  const { page } = visitor;
  await visitor.go("computer");
  for (let turn = 0; await myTurn(page); turn++) {
    await playTurn(page);
    if (turn === 3) await visitor.inspect("against-computer");
  }
  await expect.poll(() => page.locator("dialog h2").innerText()).toMatch(/win/);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".table:not(.over)").waitFor();
  expect(await myTurn(page)).toBe(true);
  await page.getByRole("button", { name: "Menu" }).click();
  await visitor.inspect("menu");
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: /Yes, give up/ }).click();
  await expect.poll(() => page.locator("dialog h2").innerText()).toMatch(/Computer.*wins/);
  await visitor.leave();
});

test("a solo game on a phone, by touch", async () => {
  const visitor = await Visitor.arrive(browser, server.url, { width: 360, touch: true });
  const { page } = visitor;
  await visitor.go("solo");
  for (let turn = 0; await myTurn(page); turn++) {
    await playTurn(page, turn % 2 === 0);
    if (turn === 4) {
      await page.locator(".points").click();
      await visitor.inspect("points", [360]);
      await page.locator("dialog .row.end button").click();
    }
  }
  await expect.poll(() => page.locator("dialog h2").innerText()).toMatch(/sun/);
  await visitor.leave();
});
