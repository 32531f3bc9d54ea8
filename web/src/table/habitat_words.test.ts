// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { ANIMALS, SPIRITS, cardOf } from "../board";
import { habitatWords, pointsWords, stepsTo } from "./habitat_words";

it("says where each stack of a habitat stands", () => {
  expect(habitatWords("crocodile")).toBe(
    "Cube on: water; south-east: water; south-east, then south-east: tree of height 3",
  );
  expect(habitatWords("duck")).toBe("Cube on: water; south-east: any building");
  expect(habitatWords("ram")).toBe("Cube on: mountain of height 3; south-east: mountain of height 2");
});

it("finds words for every card there is", () => {
  for (const card of [...ANIMALS, ...SPIRITS]) {
    expect(habitatWords(card.id)).toMatch(/^Cube on: \w+/);
    expect(pointsWords(card)).toMatch(/\d/);
  }
});

it("says what cubes and spirits bring", () => {
  expect(pointsWords(cardOf("otter"))).toBe("Points with each cube: 5, 10, 16.");
  expect(pointsWords(cardOf("lion"))).toBe(
    "Each field group of 1–2: 2 points. Each field group of 3+: 10 points.",
  );
  expect(pointsWords(cardOf("owl"))).toContain("Each tree of height 3: 1 point.");
});

it("knows no way of three steps", () => {
  expect(stepsTo([1, 1])).toHaveLength(2);
  expect(() => stepsTo([3, 0])).toThrow(RangeError);
});
