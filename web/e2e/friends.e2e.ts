import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { myTurn, playTurn, touch } from "./play";
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

async function invited(): Promise<[Visitor, Visitor]> {
  const ada = await Visitor.arrive(browser, server.url, { breakable: true });
  await ada.page.getByLabel("Your name").fill("Ada");
  await ada.go("invite");
  const link = await ada.page.getByLabel("Invitation link", { exact: true }).inputValue();
  await ada.inspect("lobby");
  const grace = await Visitor.arrive(browser, link, { breakable: true });
  await grace.page.getByLabel("Your name").fill("Grace");
  await grace.inspect("invited", [360]);
  await grace.page.getByRole("button", { name: "Sit down" }).click();
  await ada.page.getByRole("button", { name: "Begin" }).click();
  return [ada, grace];
}

test("two friends by a link, and a connection that breaks in the middle of a turn", async () => {
  const [ada, grace] = await invited();
  const players = [ada, grace];
  let broken = false;
  for (let turns = 0; turns < 60; turns++) {
    await Promise.race(players.map(({ page }) => myTurn(page)));
    if ((await ada.page.locator(".table.over").count()) > 0) break;
    const [mover] = await Promise.race(
      players.map(async (player) => {
        await player.page.locator(".area-groups .hm-takeable").first().waitFor();
        return [player] as const;
      }),
    );
    if (!broken && turns > 2) {
      broken = true;
      await breakOff(mover);
    } else await playTurn(mover.page);
  }
  for (const { page } of players) {
    await expect.poll(() => page.locator("dialog h2").innerText()).toMatch(/win/);
  }
  expect(broken).toBe(true);
  await ada.leave();
  await grace.leave();
});

/** The line breaks with a group in hand; what is done meanwhile arrives when it is back. */
async function breakOff(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.locator(".area-groups .hm-takeable").first().click();
  await visitor.breakLine();
  for (let left = 3; left > 1; left--) await touch(page);
  await visitor.look("reconnecting", [360, 1440]);
  await visitor.mendLine();
  await touch(page);
  await page.locator(".actions .main:enabled").click();
  await page.locator(".area-act .actions").waitFor({ state: "detached" });
}

test("two tabs at one table agree", async () => {
  const one = await Visitor.arrive(browser, server.url);
  await one.go("solo");
  await one.page.locator(".hm-takeable").first().waitFor();
  const other = await one.context.newPage();
  await other.goto(one.page.url());
  await one.page.locator(".hm-takeable").first().click();
  await other.locator(".area-act .hm-hand button").first().waitFor();
  await other.locator(".area-board .hm-glows").first().click();
  await expect.poll(() => one.page.locator(".area-act .hm-hand button").count()).toBe(2);
  await one.page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => other.locator(".area-act .hm-hand button").count()).toBe(3);
  await one.page.getByRole("link", { name: "Front page" }).click();
  await one.page.getByRole("heading", { name: "Your games" }).waitFor();
  await one.page.getByRole("link", { name: /Go on/ }).first().click();
  await expect.poll(() => one.page.locator(".area-act .hm-hand button").count()).toBe(3);
  await one.leave();
});

test("a public table is found on the front page; one that is private or not there is not", async () => {
  const host = await Visitor.arrive(browser, server.url);
  await host.page.getByRole("checkbox", { name: "Anyone may join" }).check();
  await host.go("invite");
  await host.page.getByLabel("Invitation link", { exact: true }).waitFor();
  await host.page.goto(server.url);
  const guest = await Visitor.arrive(browser, server.url);
  await guest.page.getByRole("heading", { name: "Open tables" }).waitFor();
  await host.page.getByRole("heading", { name: "Your games" }).waitFor();
  await host.inspect("front-with-games");
  await guest.page.getByRole("link", { name: /Have a look/ }).click();
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await guest.page.getByText("Who opened the table begins").waitFor();
  await guest.page.goto(`${server.url}table/nothing-here`);
  await guest.page.getByRole("alert").waitFor();
  await guest.look("no-such-table", [360]);
  guest.complaints.splice(0); // the browser itself speaks of the refused connection
  await guest.leave();
  await host.leave();
});
