// The page's words: every language says everything, with the plurals and the gaps it needs, in words
// of its own; and nothing is said that the page does not use.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const LANGUAGES = ["en", "fr", "es", "uk", "fi"];
const MOST = 300; // no number on the page is larger
/** Keys that are put together from what others say; tests/test_page_words.py knows who they are. */
const PUT_TOGETHER = ["refusal.", "level."];
/** What is spelled as in English, and is right so. */
const SAME = {
  fr: [
    ...["front.solo", "menu.title", "score.points", "reason.animals", "end.total"],
    ...["crocodile", "gecko", "koala", "fennec", "macaque", "lion"].map((card) => `card.${card}`),
  ],
  es: ["end.total", "card.koala", "card.llama"],
  uk: [],
  fi: ["card.flamingo", "card.koala"],
};

const faults = [];
const messages = Object.fromEntries(
  LANGUAGES.map((tag) => [tag, JSON.parse(readFileSync(join(SRC, "i18n", `${tag}.json`), "utf-8"))]),
);
const keys = Object.keys(messages.en);

const formsOf = (message) => (typeof message === "string" ? { other: message } : message);
const gapsOf = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");
const hasWords = (message) =>
  Object.values(formsOf(message)).some((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, "")));

for (const tag of LANGUAGES) {
  const own = messages[tag];
  for (const key of keys) {
    if (!(key in own)) faults.push(`${tag}: ${key} is missing`);
    else checkMessage(tag, key, own[key], messages.en[key]);
  }
  for (const key of Object.keys(own)) {
    if (!keys.includes(key)) faults.push(`${tag}: ${key} is not in English`);
  }
}
checkTranslated();

function checkMessage(tag, key, message, english) {
  const forms = formsOf(message);
  const wanted = gapsOf(Object.values(formsOf(english)).join(" "));
  const there = gapsOf(Object.values(forms).join(" "));
  if (there !== wanted) faults.push(`${tag}: ${key} has the gaps ${there}, not ${wanted}`);
  for (const form of Object.values(forms)) if (!form.trim()) faults.push(`${tag}: ${key} is empty`);
  if ((typeof message === "string") !== (typeof english === "string")) {
    faults.push(`${tag}: ${key} is a plural in one language only`);
  }
  if (typeof message === "string") return;
  const rules = new Intl.PluralRules(tag);
  for (let n = 0; n <= MOST; n++) {
    const form = rules.select(n);
    if (!(form in forms)) {
      faults.push(`${tag}: ${key} has no form '${form}', for ${n}`);
      break;
    }
  }
}

function checkTranslated() {
  for (const [tag, allowed] of Object.entries(SAME)) {
    const same = keys.filter(
      (key) =>
        hasWords(messages.en[key]) &&
        JSON.stringify(messages[tag][key]) === JSON.stringify(messages.en[key]),
    );
    for (const key of same) if (!allowed.includes(key)) faults.push(`${tag}: ${key} is English`);
    for (const key of allowed) {
      if (!same.includes(key)) faults.push(`${tag}: ${key} differs from English by now`);
    }
  }
}

const sources = readdirSync(SRC, { recursive: true })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => readFileSync(join(SRC, name), "utf-8"))
  .join("\n");
const cards = JSON.parse(readFileSync(join(SRC, "../../src/harmonies/data/cards.json"), "utf-8"));
const named = [...cards.animals, ...cards.spirits].map(({ id }) => `card.${id}`);
const themes = (/THEMES = \[(.*)\]/.exec(sources)?.[1] ?? "").match(/\w+/g).map((name) => `theme.${name}`);
for (const key of [...named, ...themes]) if (!keys.includes(key)) faults.push(`en: ${key} is missing`);
for (const key of keys) {
  const used = sources.includes(`"${key}"`) || named.includes(key) || themes.includes(key);
  const open = PUT_TOGETHER.some((prefix) => key.startsWith(prefix));
  if (!used && !open) faults.push(`en: nothing uses ${key}`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`${keys.length} messages in ${LANGUAGES.length} languages`);
