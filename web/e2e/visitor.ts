// Somebody with a browser: looks at what is on the screen and touches it.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

import { faultsInSight } from "./sight";
import { foreignWords, type Language, LANGUAGES } from "./words";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const PICTURES = fileURLToPath(new URL("../../build/screenshots/", import.meta.url));
const HEIGHTS: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1440: 900 };
export const WIDTHS = [360, 768, 1440] as const;
const NO_LINE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to|blocked by Playwright/;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });

interface Arrival {
  width?: number;
  locale?: string;
  touch?: boolean;
  /** Whether the connection is one that breaks: then the browser may speak of it. */
  badLine?: boolean;
  /** Whether the page may keep itself at hand; not where a file is to go missing. */
  worker?: boolean;
}

export class Visitor {
  /** What the browser complained about: errors, and breaches of the page's own policy. */
  readonly complaints: string[] = [];
  readonly page: Page;
  readonly context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, badLine: boolean) {
    this.context = context;
    this.page = page;
    page.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      if (!badLine || !NO_LINE.test(message.text())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error.stack)));
  }

  static async arrive(browser: Browser, url: string, arrival: Arrival = {}): Promise<Visitor> {
    const { width = 1440, locale = "en-GB", touch = false, badLine = false, worker = true } = arrival;
    const context = await browser.newContext({
      viewport: { width, height: HEIGHTS[width] ?? 900 },
      locale,
      reducedMotion: "reduce",
      hasTouch: touch,
      serviceWorkers: worker ? "allow" : "block",
    });
    context.setDefaultTimeout(20_000);
    const visitor = new Visitor(context, await context.newPage(), badLine);
    await visitor.page.goto(url);
    return visitor;
  }

  /** One of the front page's ways into a game. */
  async go(way: "computer" | "solo" | "hot-seat" | "invite"): Promise<void> {
    await this.page.locator(`[data-way="${way}"]`).click();
    await this.page.waitForURL(/\/table\//);
  }

  /** The language is changed as another tab would change it: without a reload, whatever is open. */
  async speak(language: Language): Promise<void> {
    await this.page.evaluate((tag) => {
      const key = "harmonies.language";
      localStorage.setItem(key, tag);
      dispatchEvent(new StorageEvent("storage", { key, newValue: tag }));
    }, language);
    await this.page.waitForFunction((tag) => document.documentElement.lang === tag, language);
  }

  /**
   * A screen in every language at every width, light and dark: pictures, and nothing cut off, nothing
   * over something else, no foreign word, and nothing that axe finds.
   */
  async tour(name: string): Promise<void> {
    const before = this.page.viewportSize();
    for (const language of LANGUAGES) {
      await this.speak(language);
      await this.expectOneLanguage(name, language);
      for (const width of WIDTHS) await this.#lookAt(`${name}-${language}`, width);
    }
    await this.speak("en");
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      for (const width of [1440, 360]) {
        await this.#lookAt(colorScheme === "dark" ? `${name}-dark` : `${name}-en`, width);
        expect(await this.axe(), `axe: ${name}, ${colorScheme}, at ${width}`).toEqual([]);
      }
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    if (before) await this.page.setViewportSize(before);
  }

  /** A screen as it is now, at some widths. */
  async look(name: string, widths: readonly number[] = WIDTHS): Promise<void> {
    const before = this.page.viewportSize();
    for (const width of widths) await this.#lookAt(name, width);
    if (before) await this.page.setViewportSize(before);
  }

  async #lookAt(name: string, width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    await this.settled();
    await this.picture(`${name}-${width}`);
    expect(await this.page.evaluate(faultsInSight), `${name} at ${width}`).toEqual([]);
    expect(await this.overflow(), `${name} at ${width} is wider than the screen`).toBe(0);
  }

  /** Until the browser has drawn what was asked of it. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }

  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: `${PICTURES}${name}.png`, fullPage: true });
  }

  overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const root = document.documentElement;
      return Math.max(0, root.scrollWidth - root.clientWidth);
    });
  }

  async expectOneLanguage(name: string, language: Language): Promise<void> {
    expect(await foreignWords(this.page, language), `${name}: words that are not ${language}`).toEqual([]);
  }

  async axe(): Promise<string[]> {
    // Not as a script of the page: its policy forbids those of others.
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run();
      // The numbers drawn on a card are its picture, and its name says them in words.
      const drawn = (id: string, html: string) =>
        id === "label-content-name-mismatch" && html.includes('class="hm-card ');
      return violations.flatMap(({ id, nodes }) => {
        const found = nodes.map((node) => node.html).filter((html) => !drawn(id, html));
        return found.map((html) => `${id}: ${html.slice(0, 160)}`);
      });
    });
  }

  async leave(): Promise<void> {
    await this.context.close();
    expect(this.complaints).toEqual([]);
  }
}
