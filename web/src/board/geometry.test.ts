import { describe, expect, it } from "vitest";
import boards from "../../../src/harmonies/data/boards.json";
import { HALF, layoutOf, stepFrom } from "./geometry";

const PHONE = 360;
const TOUCH = 44;

describe.each(["A", "B"] as const)("side %s", (side) => {
  const layout = layoutOf(side);
  const spaces = [...layout.cells.keys()];

  it("is the side that the data describes", () => {
    const columns = boards.sides.find(({ letter }) => letter === side)?.columns ?? [];
    const named = columns.flatMap((length, column) =>
      Array.from({ length }, (_, row) => "abcdefg"[column] + String(row + 1)),
    );
    expect([...spaces].sort()).toEqual(named.sort());
  });

  it("fits into its picture, and under a thumb on a phone", () => {
    for (const { x, y } of layout.cells.values()) {
      expect(x).toBeGreaterThan(40);
      expect(x).toBeLessThan(layout.width - 40);
      expect(y).toBeLessThan(layout.height - HALF);
    }
    expect(((2 * HALF) / layout.width) * PHONE).toBeGreaterThanOrEqual(TOUCH);
  });

  it("can be walked over from every space to every other with the arrows", () => {
    const reached = new Set(["a1"]);
    for (const space of reached) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const next = stepFrom(layout, space, key);
        if (next) reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual([...spaces].sort());
  });

  it("moves only to neighbours", () => {
    for (const from of layout.cells.values()) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const next = layout.cells.get(stepFrom(layout, from.space, key) ?? "");
        if (!next) continue;
        expect(Math.abs(next.x - from.x)).toBeLessThan(70);
        expect(Math.abs(next.y - from.y)).toBeLessThanOrEqual(2 * HALF + 0.01);
      }
    }
  });

  it("goes up again what it went down", () => {
    for (const space of spaces) {
      const below = stepFrom(layout, space, "ArrowDown");
      if (below) expect(stepFrom(layout, below, "ArrowUp")).toBe(space);
    }
  });
});

it("jumps to ends of rows, columns and the board", () => {
  const layout = layoutOf("A");
  const from = (space: string, key: string, control = false) =>
    stepFrom(layout, space, key, control);
  expect(from("c3", "Home")).toBe("a3");
  expect(from("c3", "End")).toBe("e3");
  expect(from("b2", "PageUp")).toBe("b1");
  expect(from("b2", "PageDown")).toBe("b4");
  expect(from("b2", "Home", true)).toBe("a1");
  expect(from("b2", "End", true)).toBe("e5");
  expect(from("a5", "ArrowRight")).toBe("b4");
  expect(from("a1", "ArrowLeft")).toBeNull();
  expect(from("a1", "q")).toBeNull();
  expect(from("z9", "ArrowUp")).toBeNull();
});
