// With the processor throttled to a quarter: how soon the board is there, how long a turn's tasks
// are, and whether a move is seen in the next frame.

import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";

import type { Hand } from "../e2e/hands";
import { playTurn } from "../e2e/play";
import { place } from "../e2e/server";
import { Visitor } from "../e2e/visitor";
import { best } from "./crowd";
import { longestTask, type Task } from "./tasks";

const THROTTLE = 4;
const READY = 1_000;
const LONGEST_TASK = 50;
const TURNS = 5;
const CALM = 100;
const TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];
const FIRST_LOAD = { page: 150 * 1024, wasm: 60 * 1024 };

const here = place();

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
}

async function aGame(): Promise<Visitor> {
  const visitor = await Visitor.arrive(here.browser, here.url);
  await visitor.go("computer");
  await visitor.page.locator(".hm-takeable").first().waitFor();
  return visitor;
}

/** A browser that has never been here, but for knowing whose game it is. */
async function newcomer(visitor: Visitor): Promise<BrowserContext> {
  const context = await here.browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(await visitor.context.cookies());
  return context;
}

test("the board is ready within a second of the first visit", async () => {
  const visitor = await aGame();
  const { found, all } = await best(5, READY, async () => {
    const context = await newcomer(visitor);
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript(noteWhenReady);
    await page.goto(visitor.page.url());
    await page.waitForFunction(() => "boardReady" in window);
    const ready = await page.evaluate(() => (window as unknown as { boardReady: number }).boardReady);
    await context.close();
    return ready;
  });
  console.log(`board ready after ${all} ms`);
  expect(found).toBeLessThan(READY);
  await visitor.leave();
});

/** Runs in the page: when a group can be taken and the browser has painted that. */
function noteWhenReady(): void {
  const look = () => {
    if (document.querySelector(".area-board [data-space]") && document.querySelector(".hm-takeable"))
      setTimeout(() => Object.assign(window, { boardReady: performance.now() }));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test("what is loaded before the first board is small", async () => {
  const visitor = await aGame();
  const context = await newcomer(visitor);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const kinds = new Map<string, keyof typeof FIRST_LOAD>();
  const sizes = { page: 0, wasm: 0 };
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType === "application/wasm") kinds.set(requestId, "wasm");
    else if (/javascript|css|svg|html/.test(response.mimeType)) kinds.set(requestId, "page");
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sizes[kind] += encodedDataLength;
  });
  await page.goto(visitor.page.url());
  await page.locator(".hm-takeable").first().waitFor();
  console.log(`first load: ${JSON.stringify(sizes)} bytes`);
  expect(sizes.wasm).toBeGreaterThan(10_000);
  expect(sizes.page).toBeGreaterThan(10_000);
  expect(sizes.page).toBeLessThan(FIRST_LOAD.page);
  expect(sizes.wasm).toBeLessThan(FIRST_LOAD.wasm);
  await context.close();
  await visitor.leave();
});

test("a move is seen in the next frame", async () => {
  const visitor = await aGame();
  const { page } = visitor;
  await page.evaluate(watchFrames);
  await throttle(page);
  await playTurn(page, { hand: calm });
  const { seen, late } = await page.evaluate(() => {
    const { seen, late } = window as unknown as { seen: number; late: string[] };
    return { seen, late };
  });
  expect(late).toEqual([]);
  expect(seen).toBeGreaterThan(5);
  await visitor.leave();
});

/** Runs in the page: what is touched has to have changed when the next frame is drawn. */
function watchFrames(): void {
  const late: string[] = [];
  let before = "";
  Object.assign(window, { late, seen: 0 });
  const state = () => document.body.outerHTML;
  addEventListener("pointerdown", () => (before = state()), true);
  addEventListener(
    "click",
    ({ target }) =>
      requestAnimationFrame(() => {
        if (state() !== before) Object.assign(window, { seen: Number(Reflect.get(window, "seen")) + 1 });
        else late.push(target instanceof Element ? target.outerHTML.slice(0, 80) : "?");
      }),
    true,
  );
}

test("no task of a turn is long", async () => {
  const visitor = await aGame();
  const { page } = visitor;
  await throttle(page);
  const longest: Task[] = [];
  for (let turn = 0; turn < TURNS && !(Math.min(...longest.map(({ ms }) => ms)) < LONGEST_TASK); turn++) {
    await page.locator(".hm-takeable").first().waitFor();
    await here.browser.startTracing(page, { categories: TRACED });
    await playTurn(page, { hand: calm });
    longest.push(longestTask(await here.browser.stopTracing()));
  }
  for (const { ms, parts } of longest) console.log(`longest task of a turn: ${Math.round(ms)} ms (${parts})`);
  expect(Math.min(...longest.map(({ ms }) => ms))).toBeLessThan(LONGEST_TASK);
  await visitor.leave();
});

/** As people do it: the pointer is there before the finger moves. */
const calm: Hand = {
  press: async (target) => {
    await target.hover({ force: true });
    await target.page().waitForTimeout(CALM);
    await target.click({ force: true });
    await target.page().waitForTimeout(CALM);
  },
};
