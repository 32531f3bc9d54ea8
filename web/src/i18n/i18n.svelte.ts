// The page's words. English is there at once; the others come when they are chosen.

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
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
  readonly date: Intl.DateTimeFormat;
}

let spoken = $state.raw(speak("en", english));

function speak(language: Language, messages: unknown): Spoken {
  return {
    language,
    messages: messages as Messages,
    plural: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
    date: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
  };
}

export const language = (): Language => spoken.language;

export async function chooseLanguage(chosen: Language): Promise<void> {
  localStorage.setItem(KEPT, chosen);
  await load(chosen);
}

/** The language chosen before, or the browser's. */
export async function greet(): Promise<void> {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages];
  const found = wanted.map((tag) => tag?.split("-")[0]).find(isLanguage);
  await load(found ?? "en");
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(LANGUAGES, tag);
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
  return key in english ? t(key as Key) : t("refusal.other");
}

function chooseForm(forms: Forms, n: string | number | undefined): string {
  return forms[spoken.plural.select(Number(n ?? 0))] ?? forms.other ?? "";
}

function shown(value: string | number | undefined): string {
  return typeof value === "number" ? spoken.number.format(value) : (value ?? "");
}
