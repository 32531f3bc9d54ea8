// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { animalPicture } from "./animals";
import { FLUENT_ANIMALS } from "./animals.generated";
import Card from "./Card.svelte";
import { ANIMALS, type CardData, cardOf, cubeToken, isSpirit, SPIRITS } from "./cards";
import { habitatLayout } from "./habitat";
import { parseStack } from "./shapes";
import { all, click, one, shown } from "./testing";

const CARDS: readonly CardData[] = [...ANIMALS, ...SPIRITS];
const named = CARDS.map((card) => [card.id, card] as const);

it("has all 42", () => {
  expect(ANIMALS).toHaveLength(32);
  expect(SPIRITS).toHaveLength(10);
  expect(Object.keys(FLUENT_ANIMALS)).toHaveLength(36);
  expect(() => cardOf("unicorn")).toThrow("unicorn");
});

describe.each(named)("%s", (id, card) => {
  it("has a picture of its own, with no names that another could have too", () => {
    const picture = animalPicture(id);
    expect(picture).toContain("<path");
    expect(picture).not.toMatch(/\bid=|url\(|style=|<script/);
    expect(CARDS.filter((other) => animalPicture(other.id) === picture)).toHaveLength(1);
  });

  it.each(["small", "large"] as const)("shows its habitat, %s", (layout) => {
    const drawn = shown(Card, { card: id, label: `the ${id}`, layout });
    const habitat = one(drawn, ".hm-habitat-space").parentElement as Element;
    const tokens = card.habitat.flatMap(({ stack }) => parseStack(stack).pieces);
    expect(all(habitat, ".hm-lid")).toHaveLength(tokens.length);
    expect(all(habitat, isSpirit(card) ? ".hm-crystal" : ".hm-cube")).toHaveLength(1);
    expect(one(drawn, ".hm-card").classList).toContain(`hm-${cubeToken(card)}`);
    expect(one(drawn, ".hm-card").getAttribute("aria-label")).toBe(`the ${id}`);
    expect(all(drawn, "[style]")).toHaveLength(0);
  });

  it("lays out its habitat as one piece that can be seen", () => {
    for (const [width, height] of [
      [72, 48],
      [144, 76],
    ] as const) {
      const { spots, scale, hidden } = habitatLayout(card.habitat, width, height);
      expect(hidden).toBe(false);
      expect(scale).toBeGreaterThan(0.25);
      expect(spots).toHaveLength(card.habitat.length);
      expect(spots.filter(({ cube }) => cube)).toHaveLength(1);
      expect(distances(spots)).toEqual(distances(habitatLayout(card.habitat, 1, 1000).spots));
    }
  });
});

/** What a turn cannot change. */
function distances(spots: readonly { x: number; y: number; stack: string }[]): string[] {
  return spots
    .flatMap((one) =>
      spots.map((other) => {
        const across = (other.x - one.x) / 66;
        const down = (other.y - one.y) / (2 * 44 * 0.8660254 * 0.86);
        const far = Math.round(across ** 2 * 0.75 + down ** 2);
        return `${one.stack} ${other.stack} ${far}`;
      }),
    )
    .sort();
}

describe.each(ANIMALS.map((card) => [card.id, card.points] as const))(
  "points of %s",
  (id, points) => {
    it("stand as a ladder with a cube on each that was not reached", () => {
      for (let settled = 0; settled <= points.length; settled++) {
        const drawn = shown(Card, { card: id, label: id, settled });
        const texts = all(drawn, ".hm-step-points").map((text) => text.textContent);
        expect(texts).toEqual(points.map(String));
        expect(all(drawn, ".hm-cube")).toHaveLength(points.length - settled + 1);
        const now = all(drawn, "text.hm-step-now").map((text) => text.textContent);
        expect(now).toEqual(settled === 0 ? [] : [String(points[settled - 1])]);
      }
    });
  },
);

it("says in small what the next cube leads to, and at last what all came to", () => {
  const next = (settled: number) =>
    one(shown(Card, { card: "frog", label: "", layout: "small", settled }), ".hm-card-next")
      .textContent;
  expect([0, 1, 4, 5].map(next)).toEqual(["2", "4", "15", "15"]);
});

it("rests when it is complete", () => {
  const drawn = shown(Card, { card: "bee", label: "", layout: "done", settled: 2 });
  expect(one(drawn, ".hm-card-points").textContent).toBe("18");
});

it("counts the spaces that fit, and tells when a token is missing", () => {
  const badge = (props: { fits?: number; near?: number }) =>
    all(shown(Card, { card: "bee", label: "", ...props }), ".hm-badge").map(
      (found) => found.textContent?.trim() || "o".repeat(all(found, "i").length),
    );
  expect(badge({ fits: 2, near: 0 })).toEqual(["2"]);
  expect(badge({ near: 1 })).toEqual(["o"]);
  expect(badge({ near: 2 })).toEqual(["oo"]);
  expect(badge({ near: 3 })).toEqual([]);
});

it("is a button where it can be chosen, and keeps still where it cannot", () => {
  const onchoose = vi.fn();
  const props = { card: "bee", label: "Bee, 8 points", onchoose };
  click(one(shown(Card, { ...props, selected: true }), "button[aria-pressed=true]"));
  click(one(shown(Card, { ...props, choosable: false }), "button[aria-disabled=true]"));
  expect(onchoose).toHaveBeenCalledTimes(1);
  expect(one(shown(Card, { card: "bee", label: "Bee" }), "[role=img]").tagName).toBe("DIV");
});

it("shows the back of a card that is hidden", () => {
  const drawn = shown(Card, { card: "?", label: "a hidden spirit", layout: "small" });
  expect(all(drawn, ".hm-card-back")).toHaveLength(1);
  expect(one(drawn, "[role=img]").getAttribute("aria-label")).toBe("a hidden spirit");
});
