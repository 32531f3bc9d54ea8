// Somebody with a browser: looks at what is on the screen and touches it.

import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { type Browser, type BrowserContext, chromium, type Page, type WebSocketRoute } from "playwright-core";
import { expect } from "vitest";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PICTURES = fileURLToPath(new URL("../../build/screenshots/", import.meta.url));
export const WIDTHS = { 360: 740, 768: 1024, 1440: 900 } as const;

const ALL = Object.keys(WIDTHS).map(Number);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });

export class Visitor {
  /** What the browser complained about: errors, and breaches of the page's own policy. */
  readonly complaints: string[] = [];
  readonly page: Page;
  #line: WebSocketRoute | null = null;
  #broken = false;
  readonly context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on("console", (message) => {
      const offline = message.text().includes("ERR_INTERNET_DISCONNECTED");
      if (["error", "warning"].includes(message.type()) && !offline) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error.stack)));
  }

  static async arrive(
    browser: Browser,
    url: string,
    { width = 1440, locale = "en-GB", touch = false, breakable = false } = {},
  ): Promise<Visitor> {
    const height = WIDTHS[width as keyof typeof WIDTHS] ?? 900;
    const context = await browser.newContext({
      viewport: { width, height },
      locale,
      reducedMotion: "reduce",
      hasTouch: touch,
    });
    context.setDefaultTimeout(15_000);
    const visitor = new Visitor(context, await context.newPage());
    if (breakable) await visitor.#tapTheLine();
    await visitor.page.goto(url);
    return visitor;
  }

  async #tapTheLine(): Promise<void> {
    await this.page.routeWebSocket(/\/live\b/, (line) => {
      if (this.#broken) void line.close({ code: 1012 });
      else line.connectToServer();
      this.#line = line;
    });
  }

  /** The live connection breaks, and cannot be had again before it is mended. */
  async breakLine(): Promise<void> {
    this.#broken = true;
    await this.#line?.close({ code: 1012 });
    await this.page.locator(".reconnecting").waitFor();
  }

  async mendLine(): Promise<void> {
    this.#broken = false;
    await this.page.locator(".reconnecting").waitFor({ state: "detached" });
  }

  /** One of the front page's ways into a game. */
  async go(way: "computer" | "solo" | "hot-seat" | "invite"): Promise<void> {
    await this.page.locator(`[data-way="${way}"]`).click();
  }

  /** A picture at each width, and what axe finds. */
  inspect(name: string, widths = ALL): Promise<void> {
    return this.look(name, widths, true);
  }

  /** A picture at each width; nothing may be cut off. */
  async look(name: string, widths = ALL, axe = false): Promise<void> {
    const before = this.page.viewportSize();
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: WIDTHS[width as keyof typeof WIDTHS] });
      await this.page.waitForTimeout(60);
      await this.picture(`${name}-${width}`);
      expect(await this.overflow(), `${name} at ${width} is wider than the screen`).toBe(0);
      expect(await this.clipped(), `${name} at ${width}: cut off`).toEqual([]);
      if (axe) expect(await this.axe(), `axe: ${name} at ${width}`).toEqual([]);
    }
    if (before) await this.page.setViewportSize(before);
  }

  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: `${PICTURES}${name}.png` });
  }

  overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const root = document.documentElement;
      return Math.max(0, root.scrollWidth - root.clientWidth);
    });
  }

  /** Texts that do not fit where they stand. */
  clipped(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, h1, h2, p, label, legend, th, td, li > span")]
        .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => !one.matches(".hm-card, .hm-group, .unseen"))
        .map((one) => `${one.className} ${one.textContent?.trim().slice(0, 40)}`),
    );
  }

  async axe(): Promise<string[]> {
    // Not as a script of the page: its policy forbids those of others.
    await this.page.evaluate(await source(AXE));
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

async function source(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf-8");
}
