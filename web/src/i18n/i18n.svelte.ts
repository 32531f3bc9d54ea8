// The page's words. English is there at once; the others come when they are chosen.

import { keep, kept } from "../app/kept";
import english from "./en.json";

export type Key = keyof typeof english;
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
type Messages = Record<Key, string | Forms>;
export type Values = Record<string, string | number>;

export const LANGUAGES = {
  en: "English",
  fr: "Français",
  es: "Español",
  uk: "Українська",
  fi: "Suomi",
} as const;
export type Language = keyof typeof LANGUAGES;

const OTHERS: Record<Exclude<Language, "en">, () => Promise<{ default: unknown }>> = {
  fr: () => import("./fr.json"),
  es: () => import("./es.json"),
  uk: () => import("./uk.json"),
  fi: () => import("./fi.json"),
};
const KEPT = "harmonies.language";

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
  readonly plural: (n: number) => Intl.LDMLPluralRule;
  readonly number: (n: number) => string;
  readonly date: Intl.DateTimeFormat;
}

let spoken = $state.raw(speak("en", english));

function speak(language: Language, messages: unknown): Spoken {
  // A reader in Britain or Quebec wants dates as they are written there.
  const locale = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(locale);
  return {
    language,
    messages: messages as Messages,
    plural: remembered((n) => plural.select(n)),
    number: remembered((n) => number.format(n)),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
  };
}

/** Browsers are slow at this, and a board asks for the same few numbers again and again. */
function remembered<Answer>(find: (n: number) => Answer): (n: number) => Answer {
  const known = new Map<number, Answer>();
  return (n) => {
    const found = known.get(n) ?? find(n);
    known.set(n, found);
    return found;
  };
}

export const language = (): Language => spoken.language;

/** False when its words cannot be had now: then everything stays as it was. */
export async function chooseLanguage(chosen: Language): Promise<boolean> {
  try {
    await load(chosen);
  } catch {
    if (!(await serverAnswers())) return false;
    // A page older than its server finds words of its own age no more; the newer one has them.
    keep(KEPT, chosen);
    location.reload();
  }
  keep(KEPT, chosen);
  return true;
}

const serverAnswers = (): Promise<boolean> =>
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

// Another tab has chosen.
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEPT && isLanguage(newValue)) load(newValue).catch(() => undefined);
});

/** The language chosen before, or the browser's. */
export async function greet(): Promise<void> {
  const wanted = [kept(KEPT), ...navigator.languages];
  const found = wanted.map((tag) => tag?.split("-")[0]).find(isLanguage);
  // Without its words the page is still of use in English.
  await load(found ?? "en").catch(() => undefined);
}

function isLanguage(tag: string | null | undefined): tag is Language {
  return typeof tag === "string" && Object.hasOwn(LANGUAGES, tag);
}

async function load(chosen: Language): Promise<void> {
  const messages = chosen === "en" ? english : (await OTHERS[chosen]()).default;
  spoken = speak(chosen, messages);
  document.documentElement.lang = chosen;
}

/** A text of the page; `{n}` decides about its plural. */
export function t(key: Key, values: Values = {}): string {
  const message = spoken.messages[key];
  const text = typeof message === "string" ? message : chooseForm(message, values["n"]);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name]));
}

export const date = (moment: number): string => spoken.date.format(moment);

/** A card's name. */
export const cardName = (card: string): string => t(`card.${card}` as Key);

/** A refusal's code in words. */
export function refusal(code: string): string {
  const key = `refusal.${code}`;
  return t(knows(key) ? key : "refusal.other");
}

/** Whether there are words for a key that was put together. */
export const knows = (key: string): key is Key => Object.hasOwn(english, key);

function chooseForm(forms: Forms, n: string | number | undefined): string {
  return forms[spoken.plural(Number(n ?? 0))] ?? forms.other ?? "";
}

function shown(value: string | number | undefined): string {
  return typeof value === "number" ? spoken.number(value) : (value ?? "");
}
