// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import Bag from "./Bag.svelte";
import CentralBoard from "./CentralBoard.svelte";
import Hand from "./Hand.svelte";
import River from "./River.svelte";
import { stacksOf } from "./state";
import { all, click, one, shown } from "./testing";
import TokenIcon from "./TokenIcon.svelte";

it("offers the groups that may be taken, counted from 1", () => {
  const onchoose = vi.fn();
  const drawn = shown(CentralBoard, {
    groups: ["WMT", "", "LFH"],
    name: "Central board",
    label: (group: number) => `Group ${group}`,
    takeable: new Set([1]),
    taken: 2,
    onchoose,
  });
  const buttons = all(drawn, "button");
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Group 1",
    "Group 2",
    "Group 3",
  ]);
  expect(buttons.map((button) => all(button, ".hm-lid").length)).toEqual([3, 0, 3]);
  expect(buttons.map((button) => button.getAttribute("aria-pressed"))).toEqual([
    "false",
    "true",
    "false",
  ]);
  expect(buttons.map((button) => button.getAttribute("aria-disabled"))).toEqual(["false", "true", "true"]);
  // Of those that may not be taken it is said why.
  buttons.forEach(click);
  expect(onchoose.mock.calls).toEqual([[1], [2], [3]]);
});

it("holds the tokens to place, one of them in hand", () => {
  const onchoose = vi.fn();
  const drawn = shown(Hand, {
    tokens: "LH",
    name: "To place",
    label: (token: string) => token,
    selected: 1,
    onchoose,
  });
  const [leaf, house] = all(drawn, "button");
  expect(leaf?.getAttribute("aria-label")).toBe("L");
  expect(house?.getAttribute("aria-pressed")).toBe("true");
  click(leaf as Element);
  expect(onchoose).toHaveBeenCalledWith(0);
});

it("lays the river out with its gaps", () => {
  const onchoose = vi.fn();
  const drawn = shown(River, {
    cards: ["bee", null, "frog"],
    name: "River",
    label: (card: string) => `the ${card}`,
    choosable: new Set(["frog"]),
    fits: { frog: 3 },
    onchoose,
  });
  expect(all(drawn, "li")).toHaveLength(3);
  expect(one(drawn, ".hm-badge").textContent?.trim()).toBe("3");
  all(drawn, "button").forEach(click);
  expect(onchoose.mock.calls).toEqual([["frog"]]);
});

it("counts the bag aloud and in numbers", () => {
  const bag = { W: 10, M: 9, T: 8, L: 7, F: 0, H: 5 };
  const drawn = shown(Bag, {
    bag,
    name: "Bag",
    label: (token: string, count: number) => `${count} of ${token}`,
  });
  expect(all(drawn, ".hm-unseen").map((word) => word.textContent)).toContain("0 of F");
  expect(all(drawn, ".hm-count").map((word) => word.textContent)).toEqual([
    "10",
    "9",
    "8",
    "7",
    "0",
    "5",
  ]);
});

it("draws a token beside words in silence, and alone with its name", () => {
  expect(one(shown(TokenIcon, { token: "W" }), "svg").getAttribute("aria-hidden")).toBe("true");
  expect(
    one(shown(TokenIcon, { token: "W", label: "water" }), "[role=img]").getAttribute("aria-label"),
  ).toBe("water");
});

it("reads what the core tells of a seat", () => {
  const board = new Map([
    ["a1", { stack: "TTL", cube: true }],
    ["a2", { stack: "", cube: false }],
    ["a3", { stack: "W", cube: false }],
  ]);
  expect(stacksOf({ board })).toEqual({ a1: "TTL*", a3: "W" });
});
