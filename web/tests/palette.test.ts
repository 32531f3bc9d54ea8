import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const theme = readFileSync(new URL("../src/board/theme.css", import.meta.url), "utf8");

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const NAMES = ["water", "mountain", "trunk", "leaf", "field", "house"];
const THEMES = {
  light: ":root {",
  dark: '[data-theme="dark"]',
  contrast: '[data-theme="contrast"]',
};

/** Machado, Oliveira and Fernandes (2009), whole severity, on linear light. */
const EYES: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each(Object.entries(EYES))("to %s eyes", (_, eye) => {
  it("no two tokens look alike", () => {
    const seen = NAMES.map((name) => lab(through(eye, linear(colour("light", name)))));
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(15);
    }
  });
});

it("symbols stand out on their tokens", () => {
  for (const name of NAMES) {
    const ink = name === "field" ? "#4a3608" : name === "trunk" ? "#f7e6d3" : "#ffffff";
    expect(contrast(ink, colour("light", name)), name).toBeGreaterThanOrEqual(3);
  }
});

describe.each(["light", "dark", "contrast"] as const)("theme %s", (of) => {
  it.each([
    ["ink", "panel", 7],
    ["ink", "ground", 7],
    ["ink", "space", 7],
    ["soft", "panel", 4.5],
    ["soft", "ground", 4.5],
    ["soft", "space", 4.5],
    ["accent", "panel", 4.5],
    ["accent", "ground", 4.5],
    ["accent", "space", 3],
    ["accent", "glow", 3],
    ["on-accent", "accent", 4.5],
    ["danger", "panel", 4.5],
    ["focus", "panel", 3],
    ["focus", "ground", 3],
  ])("%s can be read on %s", (front, back, least) => {
    expect(contrast(colour(of, front), colour(of, back))).toBeGreaterThanOrEqual(least);
  });
});

function colour(of: keyof typeof THEMES, name: string): string {
  const block = theme.slice(theme.indexOf(THEMES[of]));
  const found = new RegExp(`--hm-${name}: (#[0-9a-f]{3,6});`).exec(block)?.[1];
  if (!found) throw new Error(`${of} has no ${name}`);
  return found.length === 4 ? found.replace(/[0-9a-f]/g, "$&$&") : found;
}

function linear(hex: string): Triple {
  const part = (from: number) => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function through(eye: Matrix, light: Triple): Triple {
  const part = (row: Triple) => Math.min(1, Math.max(0, dot(row, light)));
  return [part(eye[0]), part(eye[1]), part(eye[2])];
}

function lab(light: Triple): Triple {
  const bent = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = bent(dot([0.4124, 0.3576, 0.1805], light) / 0.9505);
  const y = bent(dot([0.2126, 0.7152, 0.0722], light));
  const z = bent(dot([0.0193, 0.1192, 0.9505], light) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one: Triple, other: Triple): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function contrast(front: string, back: string): number {
  const [one, other] = [front, back].map(
    (hex) => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05,
  );
  return Math.max(one ?? 0, other ?? 0) / Math.min(one ?? 1, other ?? 1);
}
