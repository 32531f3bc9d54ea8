// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { looked } from "./nearness";

const near = (space: string, tokens: number, ...missing: string[]) => ({ space, tokens, missing });

it("points at the places where a card fits and where it nearly does", () => {
  const { cubes } = looked([near("a1", 0), near("b2", 1, "b3"), near("c3", 2, "c4"), near("d1", 3, "d2")]);
  expect([...cubes]).toEqual([
    ["a1", 0],
    ["b2", 1],
    ["c3", 2],
  ]);
});

it("says what is missing at the nearest places, unless they are many", () => {
  expect([...looked([near("a1", 1, "a2"), near("b2", 1, "b3"), near("c3", 2, "c4")]).missing]).toEqual(["a2", "b3"]);
  expect(looked(["a1", "b1", "c1"].map((space) => near(space, 1, "e5"))).missing.size).toBe(0);
});

it("points at the nearest place however far it is, and at none where there is none", () => {
  expect([...looked([near("a1", 4, "a2"), near("b1", 5, "b2")]).cubes]).toEqual([["a1", 4]]);
  expect(looked([]).cubes.size).toBe(0);
});

it("points at the nearest places alone where most of the board nearly fits", () => {
  const nearly = ["a1", "a2", "a3", "b1", "b2", "b3"].map((space) => near(space, 2, "e5"));
  expect([...looked([near("c3", 1, "c4"), ...nearly]).cubes]).toEqual([["c3", 1]]);
});

it("points at nothing while the whole board is far from fitting", () => {
  const far = ["a1", "a2", "a3", "b1", "b2", "b3", "c1"].map((space) => near(space, 3, "e5"));
  expect(looked(far).cubes.size).toBe(0);
  expect(looked(far.slice(1)).cubes.size).toBe(6);
});
