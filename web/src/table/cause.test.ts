import { expect, it } from "vitest";
import { causeOf, spaceOf } from "./cause";

it("knows where each thing was tried", () => {
  const tried = ["place W c3", "settle otter c3", "take 2", "draft bee", "keep lion", "end", "undo", "resign"];
  expect(tried.map(causeOf)).toEqual([
    "board",
    "board",
    "groups",
    "river",
    "spirits",
    "turn",
    "turn",
    "table",
  ]);
});

it("finds the space of what was tried on the board, and none elsewhere", () => {
  expect(spaceOf("settle otter c3")).toBe("c3");
  expect(spaceOf("place b2")).toBe("b2");
  expect(spaceOf("take 2")).toBeNull();
  expect(spaceOf("undo")).toBeNull();
});
