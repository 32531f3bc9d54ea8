// What the table does for those who touch it: dragging, taking back, saying why not, showing what others did.

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";

import { endTurn, handOf, myTurn, placeAll, takeCard, takeGroup } from "./play";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

const GLOW = ".area-board .hm-glows";
const GROUP = ".area-groups .hm-takeable";

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target.toString()} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The ground of a space: what stands on it may be taller. */
const ground = (page: Page, space: string) => page.locator(`.area-board [data-space="${space}"] > path`).first();
const glowing = (page: Page) =>
  page.locator(GLOW).evaluateAll((spaces) => spaces.map((space) => space.getAttribute("data-space") ?? ""));

type Drag = (page: Page, from: Point, to: Point, onTheWay?: () => Promise<void>) => Promise<void>;

const byMouse: Drag = async (page, from, to, onTheWay) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await onTheWay?.();
  await page.mouse.up();
};

const byFinger: Drag = async (page, from, to, onTheWay) => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  await touch("touchMove", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await touch("touchMove", to);
  await onTheWay?.();
  await touch("touchEnd");
  await session.detach();
};

test.each([
  ["mouse", byMouse, { width: 1440 }],
  ["finger", byFinger, { width: 360, touch: true }],
] as const)("a group and its tokens are dragged to the board by %s", async (_, drag, arrival) => {
  const visitor = await Visitor.arrive(here.browser, here.url, arrival);
  const { page } = visitor;
  await visitor.go("solo");
  await page.locator(GROUP).first().waitFor();
  await drag(page, await middleOf(page.locator(GROUP).first()), await middleOf(ground(page, "c3")));
  await expect.poll(() => handOf(page).count()).toBe(3);
  await drag(page, await middleOf(handOf(page).nth(2)), await middleOf(ground(page, "b2")), async () => {
    await expect.poll(() => page.locator('[data-space="b2"] .hm-ghost').count()).toBe(1);
  });
  await expect.poll(() => handOf(page).count()).toBe(2);
  expect(await page.locator('[data-space="b2"] .hm-lid').count()).toBe(1);
  // Beside the board nothing happens.
  await drag(page, await middleOf(handOf(page).first()), { x: 20, y: 20 });
  expect(await handOf(page).count()).toBe(2);
  await visitor.leave();
});

test("why something cannot be is said beside it, and the page goes on", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await visitor.go("solo");
  await page.locator(GROUP).first().waitFor();
  await ground(page, "c3").click({ force: true });
  await expect.poll(() => page.locator(".bubble").innerText()).toBe("Take a group of tokens first.");
  await takeGroup(page);
  await expect.poll(() => page.locator(".bubble").count()).toBe(0);
  const free = await glowing(page);
  expect(free).toHaveLength(23);
  await page.locator(".area-groups .hm-group").last().click({ force: true });
  await expect.poll(() => page.locator(".area-groups .refused").innerText()).toMatch(/have taken your group/);
  await takeCard(page);
  await page.locator(".area-groups .refused").waitFor({ state: "detached" });
  await page.locator(".area-river .hm-card").first().click();
  await page.locator(".card-strip").getByText("One card a turn").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".card-strip").waitFor({ state: "detached" });
  await visitor.leave();
});

test("what was said over the board goes with the next touch, and with Escape", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  const bubble = page.locator(".bubble");
  await visitor.go("solo");
  await page.locator(GROUP).first().waitFor();
  await ground(page, "c3").click({ force: true });
  await bubble.waitFor();
  await page.locator(".categories button").first().click();
  await bubble.waitFor({ state: "detached" });
  await ground(page, "c3").click({ force: true });
  await bubble.waitFor();
  await page.keyboard.press("Escape");
  await bubble.waitFor({ state: "detached" });
  // From here on the keys are used: one ring says where they are, and it has the shape of a space.
  expect(await page.locator(".area-board .hm-focus").count()).toBe(1);
  const outline = page.locator('[data-space="c3"]').first().evaluate((space) => getComputedStyle(space).outlineStyle);
  expect(await outline).toBe("none");
  await visitor.leave();
});

test("a token of this turn goes back when it is touched, and what came later stays", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await visitor.go("solo");
  await takeGroup(page);
  for (const [left, space] of [[2, "a1"], [1, "c3"], [0, "e5"]] as const) {
    await ground(page, space).click({ force: true });
    await expect.poll(() => handOf(page).count()).toBe(left);
  }
  await ground(page, "a1").click({ force: true });
  await expect.poll(() => handOf(page).count()).toBe(1);
  const stand = (space: string) => page.locator(`.area-board [data-space="${space}"] .hm-piece:not(.hm-ghost)`).count();
  expect([await stand("a1"), await stand("c3"), await stand("e5")]).toEqual([0, 1, 1]);
  await visitor.leave();
});

test("what a computer player does is seen move by move, said, and can be skipped", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visitor.go("computer");
  for (const skip of [false, true]) {
    await page.locator(GROUP).first().waitFor();
    await takeGroup(page);
    await placeAll(page);
    await endTurn(page);
    await page.getByRole("button", { name: "Skip" }).waitFor();
    if (skip) await page.getByRole("button", { name: "Skip" }).click();
  }
  expect(await myTurn(page)).toBe(true);
  const said = (await page.locator("[role=log] p").allInnerTexts()).join(" ");
  for (const what of ["takes group", "places", "ends the turn"]) expect(said).toContain(what);
  expect(await page.locator(".hm-travelling").count()).toBe(0);
  await visitor.leave();
});

test("a reason is pointed out on the board that is looked at, and on no other", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await visitor.go("computer");
  await page.locator(GROUP).first().waitFor();
  await takeGroup(page);
  await placeAll(page);
  await endTurn(page);
  expect(await myTurn(page)).toBe(true);
  await page.locator(".others .hm-mini").click();
  for (const category of await page.locator("dialog .categories button").all()) {
    await category.click();
    if ((await page.locator("dialog .reasons button").count()) > 0) break;
  }
  await page.locator("dialog .reasons button").first().click();
  await page.locator("dialog .hm-dim").first().waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await page.locator(".area-board .hm-dim").count()).toBe(0);
  await visitor.leave();
});

test("at the end the points are counted up on the boards", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visitor.go("computer");
  await page.locator(GROUP).first().waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: /Yes, give up/ }).click();
  await page.getByRole("heading", { name: "Counting the points" }).waitFor();
  expect(await page.locator("dialog tr.counted").count()).toBeLessThan(6);
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("heading", { name: /wins/ }).waitFor();
  expect(await page.locator("dialog tr.counted").count()).toBe(6);
  await page.getByRole("button", { name: "Trees", exact: true }).click();
  expect(await page.locator("dialog .hm-dim").count()).toBeGreaterThan(0);
  await visitor.leave();
});
