// Whether a screen speaks one language: every word on it has to be one that the page knows in that
// language. So a text that somebody forgot to have translated is found, whatever it says.

import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";

export const LANGUAGES = ["en", "fr", "es", "uk", "fi"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names are the same everywhere: of the page, its languages, and the people in the tests. */
const NAMES = "Harmonies English Français Español Українська Suomi Guest Ada Grace Linus Chrome Linux".split(" ");

const known = new Map<Language, Set<string>>();

/** The words on the screen that are not the language's own. */
export async function foreignWords(page: Page, language: Language): Promise<string[]> {
  const { said, dates } = await page.evaluate(everythingSaid);
  const vocabulary = vocabularyOf(language);
  const calendar = wordsOf(dates.join(" "));
  const foreign = wordsOf(said.join(" ")).filter(
    (word) => !vocabulary.has(word) && !calendar.includes(word),
  );
  return [...new Set(foreign)];
}

function vocabularyOf(language: Language): Set<string> {
  let words = known.get(language);
  if (words === undefined) {
    const file = new URL(`../src/i18n/${language}.json`, import.meta.url);
    const messages = JSON.parse(readFileSync(file, "utf-8")) as Record<string, unknown>;
    const texts = Object.values(messages).flatMap((message) =>
      typeof message === "string" ? [message] : Object.values(message as Record<string, string>),
    );
    words = new Set(wordsOf([...texts.map((text) => text.replace(/\{\w+\}/g, " ")), ...NAMES].join(" ")));
    known.set(language, words);
  }
  return words;
}

/** Words of two letters or more, small; `c3` and `L` are the game's own. */
function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}’']*\p{L}(?![\p{L}\p{N}])/gu);
  return found ?? [];
}

/** Runs inside the page: all that can be read or heard there, and what dates are made of. */
function everythingSaid(): { said: string[]; dates: string[] } {
  const SPOKEN = ["aria-label", "alt", "title", "placeholder", "aria-description", "aria-roledescription"];
  const language = document.documentElement.lang;
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    // What was announced was said in the language of that moment.
    if (!element || element.closest("script, style, noscript, [role=log]")) continue;
    // People's own words, names of things, and what is said to be in another language.
    if (element.closest(`bdi, [translate="no"], [lang]:not([lang="${language}"])`)) continue;
    if (node instanceof Element) said.push(...SPOKEN.map((name) => element.getAttribute(name) ?? ""));
    else said.push(node.textContent ?? "");
  }
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const dates = Array.from({ length: 24 }, (_, hour) => date.format(new Date(2026, hour % 12, 3, hour)));
  return { said, dates };
}
