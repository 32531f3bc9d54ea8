// Bad networks: the line breaks in the middle of a turn, is slow, or keeps breaking.

import type { Route } from "playwright-core";
import { expect, test } from "vitest";

import { Line } from "./line";
import { handOf, myTurn, placeAll, playOut, playTurn, takeGroup, touchGlow, endTurn } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

const reconnecting = ({ page }: Visitor) => page.locator(".reconnecting");

test("two friends by a link, and a line that breaks in the middle of a turn", async () => {
  const line = await Line.to(here.url);
  const ada = await Visitor.arrive(here.browser, line.url, { badLine: true });
  await ada.go("invite");
  await ada.page.getByLabel("Your name").fill("Ada");
  const link = await ada.page.getByRole("textbox", { name: "Invitation link" }).inputValue();
  const grace = await Visitor.arrive(here.browser, new URL(new URL(link).pathname + new URL(link).search, here.url).href);
  await grace.page.getByLabel("Your name").fill("Grace");
  await grace.page.getByRole("button", { name: "Sit down" }).click();
  await ada.page.getByRole("button", { name: "Begin" }).click();

  let broken = false;
  const graceIsDone = playOut(grace.page);
  while (await myTurn(ada.page)) {
    if (broken) await playTurn(ada.page);
    else await playOverABreak(ada, line);
    broken = true;
  }
  expect(await graceIsDone).toBeGreaterThan(5);
  for (const { page } of [ada, grace]) {
    await expect.poll(() => page.locator("dialog h2").innerText()).toMatch(/win/);
  }
  await ada.leave();
  await grace.leave();
  line.close();
});

/** The line breaks with a group in hand; what is done meanwhile arrives when it is back. */
async function playOverABreak(visitor: Visitor, line: Line): Promise<void> {
  const { page } = visitor;
  await takeGroup(page);
  await page.evaluate(() => navigator.serviceWorker.ready); // It has the other languages at hand.
  line.cut();
  await reconnecting(visitor).waitFor();
  await touchGlow(page);
  await touchGlow(page);
  await expect.poll(() => handOf(page).count()).toBe(1);
  await visitor.tour("reconnecting");
  line.mend();
  await reconnecting(visitor).waitFor({ state: "detached" });
  await placeAll(page);
  await endTurn(page);
  await page.locator(".area-act .actions").waitFor({ state: "detached" });
}

test("a line that falls silent in the middle of a turn is found out, and the turn goes on", async () => {
  const line = await Line.to(here.url);
  const visitor = await Visitor.arrive(here.browser, line.url, { badLine: true });
  const { page } = visitor;
  await visitor.go("solo");
  await takeGroup(page);
  line.fallSilent();
  await touchGlow(page);
  await reconnecting(visitor).waitFor({ timeout: 10_000 });
  await expect.poll(() => handOf(page).count()).toBe(2);
  line.mend();
  await reconnecting(visitor).waitFor({ state: "detached" });
  await placeAll(page);
  await endTurn(page);
  await page.locator(".table[data-turn='2']").waitFor();
  await visitor.leave();
  line.close();
});

test("when an answer is lost one press opens one table, and a silent server keeps nobody out", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url, { badLine: true, worker: false });
  const { page } = visitor;
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort("connectionreset"); // It was done, and nobody here knows.
  };
  await page.route("**/api/tables", loseAnswer, { times: 1 });
  await visitor.go("solo");
  await page.locator(".hm-takeable").first().waitFor();
  await page.route("**/api/me", () => undefined); // never answered
  await page.goto(here.url);
  await page.getByRole("heading", { name: "Play against the computer" }).waitFor({ timeout: 5_000 });
  await page.unroute("**/api/me");
  await page.goto(here.url);
  await page.getByRole("region", { name: "Your games" }).waitFor();
  expect(await page.getByRole("region", { name: "Your games" }).getByRole("link").count()).toBe(1);
  await visitor.leave();
});

test("a language whose words do not arrive changes nothing, and can be chosen again", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url, { badLine: true, worker: false, width: 360 });
  const { page } = visitor;
  await page.evaluate(() => (document.body.dataset["same"] = "page"));
  const list = page.getByRole("combobox").first();
  await page.context().setOffline(true);
  await list.selectOption("fi");
  await page.getByText("The server cannot be reached").waitFor();
  expect(await list.inputValue()).toBe("en");
  await visitor.picture("speechless-360");
  await page.context().setOffline(false);
  await list.selectOption("fi");
  await page.getByRole("heading", { name: "Pelaa tietokonetta vastaan" }).waitFor();
  expect(await page.evaluate(() => document.body.dataset["same"])).toBe("page");
  await visitor.leave();
});

test("a whole game over a slow line", async () => {
  const line = await Line.to(here.url, { delay: 150, rate: 40_000 });
  const visitor = await Visitor.arrive(here.browser, line.url, { badLine: true });
  await visitor.go("computer");
  expect(await playOut(visitor.page)).toBeGreaterThan(5);
  await expect.poll(() => visitor.page.locator("dialog h2").innerText()).toMatch(/win/);
  await visitor.leave();
  line.close();
});

test("a whole game over a line that keeps breaking", async () => {
  const line = await Line.to(here.url);
  const visitor = await Visitor.arrive(here.browser, line.url, { badLine: true });
  await visitor.go("computer");
  await visitor.page.locator(".hm-takeable").first().waitFor();
  line.become({ delay: 20, breaksAfter: 4_000 });
  expect(await playOut(visitor.page)).toBeGreaterThan(5);
  await expect.poll(() => visitor.page.locator("dialog h2").innerText()).toMatch(/win/);
  expect(line.breaks).toBeGreaterThan(2);
  await visitor.leave();
  line.close();
});

test("rules that did not arrive are asked for again, without a reload", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url, { badLine: true, worker: false });
  const { page } = visitor;
  await page.route("**/*.wasm", (route) => route.abort("connectionreset"));
  await page.reload();
  await visitor.go("solo");
  await page.getByText("The rules could not be loaded").waitFor();
  await visitor.tour("no-rules");
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".hm-takeable").first().waitFor();
  await visitor.leave();
});
