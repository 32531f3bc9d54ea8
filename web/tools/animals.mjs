// Takes the pictures of the animals out of @iconify-json/fluent-emoji-flat, rounds their numbers,
// and writes those that the cards need to src/board/animals.generated.ts. Run it from web/ when the
// package or the list changes: node tools/animals.mjs

import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { optimize } from "svgo";

const PICTURES = {
  crocodile: "crocodile",
  fish: "tropical-fish",
  otter: "otter",
  frog: "frog",
  duck: "duck",
  flamingo: "flamingo",
  gecko: "lizard",
  mouse: "mouse",
  peacock: "peacock",
  squirrel: "chipmunk",
  hedgehog: "hedgehog",
  bee: "honeybee",
  bear: "bear",
  rabbit: "rabbit",
  parrot: "parrot",
  boar: "boar",
  koala: "koala",
  wolf: "wolf",
  penguin: "penguin",
  bat: "bat",
  fennec: "fox",
  arctic_fox: "fox",
  macaque: "monkey",
  eagle: "eagle",
  llama: "llama",
  raccoon: "raccoon",
  ladybird: "lady-beetle",
  panther: "black-cat",
  lion: "lion",
  butterfly: "butterfly",
  deer: "deer",
  owl: "owl",
  cat: "cat",
  ram: "ram",
  marmot: "beaver",
  tortoise: "turtle",
};

/** The two foxes are one drawing in the coats of the desert and of the snow. */
const COATS = {
  fennec: { "#ff822d": "#e8b878", "#ff6723": "#d69a58", "#ffdea7": "#fff3dc" },
  arctic_fox: { "#ff822d": "#dfe8ef", "#ff6723": "#c3d2de", "#ffdea7": "#ffffff" },
};

const require = createRequire(import.meta.url);
const { icons } = require("@iconify-json/fluent-emoji-flat/icons.json");
const { version } = require("@iconify-json/fluent-emoji-flat/package.json");

const lines = Object.entries(PICTURES).map(([card, name]) => {
  if (!icons[name]) throw new Error(`the package has no picture '${name}'`);
  return `  ${card}: ${JSON.stringify(shortened(painted(icons[name].body, COATS[card])))},`;
});

writeFileSync(
  new URL("../src/board/animals.generated.ts", import.meta.url),
  `// Made by tools/animals.mjs; change that and run it again.

/** To be shown where the page says what it is made of; docs/credits.md has the licence. */
export const ANIMALS_CREDIT =
  "Fluent Emoji, © Microsoft Corporation, MIT License (@iconify-json/fluent-emoji-flat ${version})";

/** What stands inside an svg of 32 by 32, by the card's id. */
export const FLUENT_ANIMALS: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`,
);

function painted(body, coat = {}) {
  return body.replace(/#[0-9a-f]{6}/gi, (colour) => coat[colour.toLowerCase()] ?? colour);
}

function shortened(body) {
  const { data } = optimize(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`,
    {
      multipass: true,
      floatPrecision: 1,
      plugins: [
        {
          name: "preset-default",
          params: { overrides: { convertPathData: { floatPrecision: 1 } } },
        },
      ],
    },
  );
  return data.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
}
