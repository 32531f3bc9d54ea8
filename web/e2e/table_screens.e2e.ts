// The table in all its states, each in every language at every width.

import { expect, test } from "vitest";

import { myTurn, playTurn, takeGroup, touchGlow } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

async function sitDown(way: "computer" | "solo"): Promise<Visitor> {
  const visitor = await Visitor.arrive(here.browser, here.url);
  await visitor.go(way);
  await visitor.page.locator(".hm-takeable").first().waitFor();
  return visitor;
}

test("a turn: what can be taken, a card that is touched, tokens in hand, one that is placed", async () => {
  const ada = await sitDown("computer");
  const { page } = ada;
  await playTurn(page);
  expect(await myTurn(page)).toBe(true);
  await ada.tour("turn");
  await page.locator(".area-river .hm-card").nth(1).click();
  await ada.tour("card");
  await takeGroup(page);
  await touchGlow(page);
  await ada.tour("hand");
  await ada.leave();
});

test("the menu, points and the bag, another player's board", async () => {
  const ada = await sitDown("computer");
  const { page } = ada;
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await ada.tour("menu");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator(".others .hm-mini").first().click();
  await page.locator("dialog").waitFor();
  await ada.tour("other-board");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator(".points").click();
  await page.locator("dialog").waitFor();
  await ada.tour("points");
  await ada.leave();
});

test("the choice of a spirit at one device", async () => {
  const ada = await Visitor.arrive(here.browser, here.url);
  const { page } = ada;
  await page.getByRole("checkbox", { name: "With nature's spirits" }).check();
  await ada.go("hot-seat");
  await page.locator("dialog").waitFor();
  await ada.tour("pass-the-device");
  await page.locator("dialog .main").click();
  await page.locator(".spirit").first().waitFor();
  await ada.tour("spirits");
  // What lies on the table may decide which one: it can be looked at first.
  await page.getByRole("button", { name: "Look at the boards" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await ada.look("spirits-later");
  await page.getByRole("button", { name: "Choose", exact: true }).click();
  await page.locator("dialog .main").click();
  await page.locator(".spirit .main").first().click();
  await page.locator(".hm-takeable").first().waitFor();
  await ada.leave();
});

test("the warning that a cube could still be settled", async () => {
  const ada = await Visitor.arrive(here.browser, here.url);
  let warned = false;
  const look = async () => {
    if (!warned) await ada.tour("warning");
    warned = true;
  };
  // Whether anything fits is up to chance: some games are needed now and then.
  for (let games = 0; !warned && games < 8; games++) {
    await ada.page.goto(here.url);
    await ada.go("solo");
    while (!warned && (await myTurn(ada.page))) await playTurn(ada.page, { settling: false, warned: look });
  }
  expect(warned).toBe(true);
  await ada.leave();
});

test("high contrast, and a phone held sideways", async () => {
  const ada = await sitDown("solo");
  const { page } = ada;
  await takeGroup(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByLabel("Appearance").selectOption("contrast");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await ada.look("contrast");
  expect(await ada.axe()).toEqual([]);
  await page.setViewportSize({ width: 740, height: 360 });
  await ada.settled();
  await ada.picture("sideways-740");
  expect(await ada.overflow()).toBe(0);
  await ada.leave();
});
