// @vitest-environment happy-dom
import type { ComponentProps } from "svelte";
import { describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { layoutOf } from "./geometry";
import MiniBoard from "./MiniBoard.svelte";
import { followPatterns } from "./patterns.svelte";
import { all, click, one, press, shown } from "./testing";

type Props = ComponentProps<typeof Board>;

const STACKS = ["W", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "F", "H", "TH", "MH", "HH"];
const CUBED = ["W*", "M*", "MMM*", "L*", "TL*", "TTL*", "F*", "TH*", "MH*", "HH*"];

function board(props: Partial<Props> = {}): HTMLElement {
  return shown(Board, {
    side: "A",
    stacks: {},
    name: "Your board",
    label: (space: string) => `space ${space}`,
    ...props,
  });
}

const spaceOf = (inside: Element, space: string) => one(inside, `[data-space="${space}"]`);

describe("what is drawn", () => {
  it.each(["A", "B"] as const)("side %s has all its spaces in its rows", (side) => {
    const drawn = board({ side });
    const layout = layoutOf(side);
    expect(all(drawn, "[role=row]")).toHaveLength(layout.rows.length);
    expect(all(drawn, "[role=gridcell]")).toHaveLength(side === "A" ? 23 : 25);
    expect(one(drawn, "[role=grid]").getAttribute("aria-colcount")).toBe(`${layout.columns}`);
  });

  it.each(STACKS)("a stack %s has a cylinder for each token, and one symbol", (stack) => {
    const space = spaceOf(board({ stacks: { c3: stack } }), "c3");
    expect(all(space, ".hm-lid")).toHaveLength(stack.length);
    expect(all(space, ".hm-symbol")).toHaveLength(1);
    expect(all(space, ".hm-cube, .hm-crystal")).toHaveLength(0);
    const order = all(space, ".hm-side").map((side) => side.closest("[transform]"));
    expect(order.map((token) => token?.getAttribute("class"))).toEqual(
      [...stack].map((letter) => `hm-piece hm-${letter}`),
    );
  });

  it("gives every token a pattern of its own where that is wanted, seen under a cube as well", () => {
    const grains = () =>
      [..."WMTLFH"].flatMap((token) =>
        all(spaceOf(board({ stacks: { c3: `${token}*` } }), "c3"), ".hm-grain").map((grain) => grain.getAttribute("d")),
      );
    expect(grains()).toHaveLength(3);
    document.documentElement.dataset["patterns"] = "on";
    followPatterns();
    expect(new Set(grains()).size).toBe(6);
    delete document.documentElement.dataset["patterns"];
    followPatterns();
  });

  it.each(CUBED)("on %s stands a cube", (stack) => {
    const drawn = board({ stacks: { c3: stack, a1: stack }, spiritSpace: "a1" });
    expect(all(spaceOf(drawn, "c3"), ".hm-cube")).toHaveLength(1);
    expect(all(spaceOf(drawn, "a1"), ".hm-crystal")).toHaveLength(1);
  });

  it("draws what stands in front later", () => {
    const order = all(board(), "[data-space]").map((space) => space.getAttribute("data-space"));
    expect(order.slice(0, 6)).toEqual(["a1", "b1", "c1", "d1", "e1", "a2"]);
  });

  it("shows where something may go, and not where it would be", () => {
    const drawn = board({ glow: new Set(["a1", "b2"]), ghost: { space: "b2", stack: "L" } });
    expect(all(drawn, ".hm-glows")).toHaveLength(2);
    expect(all(spaceOf(drawn, "a1"), ".hm-landing")).toHaveLength(1);
    expect(all(spaceOf(drawn, "b2"), ".hm-landing")).toHaveLength(0);
  });

  it("draws only what is thought of as a ghost", () => {
    const drawn = board({ stacks: { c3: "TT" }, ghost: { space: "c3", stack: "TTL*" } });
    const ghosts = all(spaceOf(drawn, "c3"), ".hm-ghost");
    expect(ghosts).toHaveLength(2);
    expect(all(spaceOf(drawn, "c3"), ".hm-lid")).toHaveLength(3);
  });

  it("points out spaces and a way, and lets the others step back", () => {
    const drawn = board({
      stacks: { a1: "W", a2: "W" },
      shown: { spaces: ["a1", "a2"], path: ["a1", "a2"] },
    });
    expect(all(drawn, ".hm-shown")).toHaveLength(2);
    expect(all(drawn, ".hm-dim")).toHaveLength(21);
    expect(all(drawn, ".hm-way")).toHaveLength(1);
  });

  it("writes marks above spaces", () => {
    expect(one(board({ marks: { c3: "+7" } }), ".hm-mark").textContent).toBe("+7");
  });

  it("says nothing twice on a small board", () => {
    const drawn = shown(MiniBoard, { side: "B", stacks: { a1: "W" }, label: "Bo's board" });
    expect(one(drawn, "button").getAttribute("aria-label")).toBe("Bo's board");
    expect(one(drawn, "svg").getAttribute("aria-hidden")).toBe("true");
    expect(all(drawn, "[tabindex]")).toHaveLength(0);
  });

  it("keeps to the content security policy", () => {
    const drawn = board({ stacks: { c3: "TTL*" }, marks: { c3: "+1" }, glow: new Set(["a1"]) });
    expect(all(drawn, "[style]")).toHaveLength(0);
  });
});

describe("how it is used", () => {
  it("speaks of every space in the caller's words", () => {
    const drawn = board({ label: (space: string) => `${space}, empty, leaf can go here` });
    const c3 = spaceOf(drawn, "c3");
    expect(c3.getAttribute("aria-label")).toBe("c3, empty, leaf can go here");
    expect(c3.getAttribute("aria-colindex")).toBe("3");
    expect(c3.parentElement?.getAttribute("aria-rowindex")).toBe("3");
  });

  it("is one stop of the Tab key, at the space used last", () => {
    const drawn = board();
    const stops = () => all(drawn, '[tabindex="0"]').map((cell) => cell.getAttribute("data-space"));
    expect(stops()).toEqual(["a1"]);
    click(spaceOf(drawn, "d2"));
    expect(stops()).toEqual(["d2"]);
  });

  it("tells what was chosen by hand or key", () => {
    const onchoose = vi.fn();
    const drawn = board({ onchoose });
    click(one(spaceOf(drawn, "c3"), ".hm-space-ground"));
    press(spaceOf(drawn, "b2"), "Enter");
    press(spaceOf(drawn, "b3"), " ");
    press(spaceOf(drawn, "b4"), "x");
    expect(onchoose.mock.calls).toEqual([["c3"], ["b2"], ["b3"]]);
  });

  it("tells where the keyboard stands", () => {
    const onhover = vi.fn();
    const drawn = board({ onhover });
    (spaceOf(drawn, "c3") as SVGGElement).focus();
    (spaceOf(drawn, "c3") as SVGGElement).blur();
    expect(onhover.mock.calls).toEqual([["c3"], [null]]);
  });

  it("moves with the arrows", () => {
    const drawn = board();
    (spaceOf(drawn, "a1") as SVGGElement).focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]) {
      press(document.activeElement as Element, key);
    }
    expect(document.activeElement?.getAttribute("data-space")).toBe("c3");
  });

  it("prefers a space that glows to the stack that reaches over it", () => {
    const onchoose = vi.fn();
    const drawn = board({ stacks: { c3: "TTL" }, glow: new Set(["c2"]), onchoose });
    const under = [spaceOf(drawn, "c3"), spaceOf(drawn, "c2")];
    document.elementsFromPoint = () => under;
    click(spaceOf(drawn, "c3"));
    under.pop();
    click(spaceOf(drawn, "c3"));
    expect(onchoose.mock.calls).toEqual([["c2"], ["c3"]]);
  });

  it("is a picture where nothing can be chosen", () => {
    const drawn = board({ focusable: false });
    expect(one(drawn, "svg").getAttribute("role")).toBe("img");
    expect(all(drawn, "[tabindex], [role=gridcell]")).toHaveLength(0);
  });
});
