// Several tabs and several people at one table see the same.

import { expect, test } from "vitest";

import { handOf, playTurn, takeGroup, touchGlow } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

test("two tabs at one table agree", async () => {
  const one = await Visitor.arrive(here.browser, here.url);
  await one.go("solo");
  await one.page.locator(".hm-takeable").first().waitFor();
  const other = await one.context.newPage();
  await other.goto(one.page.url());
  await takeGroup(one.page);
  await handOf(other).first().waitFor();
  await touchGlow(other);
  await expect.poll(() => handOf(one.page).count()).toBe(2);
  await one.page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => handOf(other).count()).toBe(3);
  await one.page.getByRole("link", { name: "Front page" }).click();
  await one.page.getByRole("region", { name: "Your games" }).getByRole("link").first().click();
  await expect.poll(() => handOf(one.page).count()).toBe(3);
  await one.leave();
});

test("who looks for a table sees one that opens meanwhile", async () => {
  const guest = await Visitor.arrive(here.browser, here.url);
  const open = guest.page.getByRole("region", { name: "Open tables" });
  await open.waitFor();
  const before = await open.getByRole("link").count();
  const host = await Visitor.arrive(here.browser, here.url);
  await host.page.getByRole("checkbox", { name: "Anyone may join" }).check();
  await host.go("invite");
  await host.page.getByRole("textbox", { name: "Invitation link" }).waitFor();
  await expect.poll(() => open.getByRole("link").count(), { timeout: 30_000 }).toBe(before + 1);
  await host.page.getByRole("button", { name: "Leave" }).click();
  await guest.leave();
  await host.leave();
});

test("a public table is joined from the front page, and watched by somebody else", async () => {
  const host = await Visitor.arrive(here.browser, here.url);
  await host.page.getByRole("checkbox", { name: "Anyone may join" }).check();
  await host.go("invite");
  await host.page.getByRole("textbox", { name: "Invitation link" }).waitFor();
  const guest = await Visitor.arrive(here.browser, here.url);
  await guest.page.getByRole("region", { name: "Open tables" }).getByRole("link").click();
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await guest.page.getByText("Who opened the table begins").waitFor();
  await host.page.getByRole("button", { name: "Begin" }).click();
  const mover = await Promise.any(
    [host, guest].map(async (visitor) => {
      await visitor.page.locator(".hm-takeable").first().waitFor();
      return visitor;
    }),
  );
  const watcher = await Visitor.arrive(here.browser, here.url);
  await watcher.page.getByRole("region", { name: "Games to watch" }).getByRole("link").click();
  await watcher.page.locator(".table[data-turn='1']").waitFor();
  expect(await watcher.page.locator(".hm-takeable").count()).toBe(0);
  await playTurn(mover.page);
  await watcher.page.locator(".table[data-turn='2']").waitFor();
  await watcher.tour("watching");
  await watcher.leave();
  await guest.leave();
  await host.leave();
});

test("the language is the browser's, and changes in all tabs without a reload", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url, { locale: "uk-UA" });
  const { page } = visitor;
  const language = () => page.evaluate(() => document.documentElement.lang);
  await expect.poll(language).toBe("uk");
  const other = await visitor.context.newPage();
  await other.goto(`${here.url}me`);
  await page.evaluate(() => (document.body.dataset["same"] = "page"));
  await other.getByRole("main").getByRole("combobox").first().selectOption("fi");
  await expect.poll(language).toBe("fi");
  await page.getByRole("heading", { name: "Pelaa tietokonetta vastaan" }).waitFor();
  expect(await page.evaluate(() => document.body.dataset["same"])).toBe("page");
  await visitor.leave();
});
