import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { takeCard } from "./play";
import { type Server, startServer } from "./server";
import { openBrowser, Visitor } from "./visitor";

const LOCALES = { fr: "fr-FR", es: "es-ES", uk: "uk-UA", fi: "fi-FI" } as const;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each(Object.entries(LOCALES))("every width in the browser's language: %s", async (tag, locale) => {
  const visitor = await Visitor.arrive(browser, server.url, { locale });
  const { page } = visitor;
  const language = () => page.evaluate(() => document.documentElement.lang);
  await expect.poll(language).toBe(tag);
  await visitor.look(`front-${tag}`);
  await visitor.go("solo");
  await page.locator(".hm-takeable").first().waitFor();
  await takeCard(page);
  await page.locator(".hm-takeable").first().click();
  await visitor.look(`solo-${tag}`);
  await page.locator(".menu").click();
  await visitor.look(`menu-${tag}`);
  await page.locator("dialog select").first().selectOption("en");
  await expect.poll(language).toBe("en");
  await page.getByRole("heading", { name: "Menu" }).waitFor();
  await visitor.leave();
});

test("dark, high contrast, and a phone held sideways", async () => {
  const visitor = await Visitor.arrive(browser, server.url);
  const { page } = visitor;
  await visitor.go("solo");
  await takeCard(page);
  await page.locator(".hm-takeable").first().click();
  for (const theme of ["dark", "contrast"]) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByLabel("Appearance").selectOption(theme);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await visitor.inspect(`theme-${theme}`, [360, 1440]);
  }
  await page.setViewportSize({ width: 740, height: 360 });
  await visitor.picture("sideways-740");
  expect(await visitor.overflow()).toBe(0);
  await visitor.leave();
});

test("a turn by keyboard alone, against three computer players", async () => {
  const visitor = await Visitor.arrive(browser, server.url);
  const { page } = visitor;
  await page.getByRole("radio", { name: "3", exact: true }).first().check();
  await page.locator('[data-way="computer"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".hm-takeable").first().waitFor();
  await tabTo(visitor, ".hm-takeable");
  await page.keyboard.press("Enter");
  for (const key of ["ArrowDown", "ArrowRight", "ArrowDown"]) {
    await tabTo(visitor, "[data-space]");
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
  }
  await page.locator(".hm-hand").waitFor({ state: "detached" });
  await tabTo(visitor, ".actions .main");
  await page.keyboard.press("Enter");
  await page.locator(".actions").waitFor({ state: "detached" });
  await page.locator(".hm-takeable").first().waitFor();
  await visitor.inspect("four-players");
  await page.locator(".others .hm-mini").first().click();
  await visitor.inspect("another-board");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await visitor.leave();
});

async function tabTo({ page }: Visitor, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const there = await page.evaluate(
      (wanted) => document.activeElement?.closest(wanted) != null,
      selector,
    );
    if (there) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
