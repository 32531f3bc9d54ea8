// What an eye would complain about: texts that are cut off, stick out of what they stand on, or lie
// on top of each other. `faultsInSight` runs inside the page and has to stand alone.

export function faultsInSight(): string[] {
  const NEAR = 1.5;
  const FIELDS = "select, option, script, style, title, noscript, textarea";

  interface Text {
    readonly element: Element;
    readonly text: string;
    readonly lines: readonly DOMRect[];
  }

  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const root = dialogs.at(-1) ?? document.body;
  const texts = [...allTexts(root)];
  return [...texts.flatMap(cutOff), ...overlaps(texts), ...tightLists(root)];

  function* allTexts(within: Element): Generator<Text> {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || element.closest(FIELDS) || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (lines.length > 0) yield { element, text: text.slice(0, 40), lines };
    }
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let one: Element | null = element; one; one = one.parentElement) {
      if (getComputedStyle(one).clipPath.startsWith("inset(50%")) return false;
    }
    return true;
  }

  function cutOff({ element, text, lines }: Text): string[] {
    const left = Math.min(...lines.map((line) => line.left));
    const right = Math.max(...lines.map((line) => line.right));
    const top = Math.min(...lines.map((line) => line.top));
    const bottom = Math.max(...lines.map((line) => line.bottom));
    const faults: string[] = [];
    let across = true;
    let down = true;
    for (let one: Element | null = element; one && (across || down); one = one.parentElement) {
      if (one === document.documentElement || one === document.body) break;
      const style = getComputedStyle(one);
      if (style.display === "inline" || style.display === "contents") continue;
      const box = one.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX)) across = false;
      if (/auto|scroll/.test(style.overflowY)) down = false;
      const hides = /hidden|clip/.test(style.overflowX + style.overflowY);
      if (!hides && !isGround(style)) continue;
      const what = hides ? "is cut off by" : "sticks out of";
      if (across && (left < box.left - NEAR || right > box.right + NEAR)) {
        faults.push(`'${text}' ${what} ${nameOf(one)} sideways`);
        across = false;
      }
      // The room above and below letters may be lost; letters may not.
      const spare = (bottom - top) / lines.length / 4;
      if (down && (top < box.top - spare || bottom > box.bottom + spare)) {
        faults.push(`'${text}' ${what} ${nameOf(one)} above or below`);
        down = false;
      }
    }
    if (across && (left < -NEAR || right > innerWidth + NEAR)) faults.push(`'${text}' leaves the screen`);
    return faults;
  }

  function isGround(style: CSSStyleDeclaration): boolean {
    return opaque(style.backgroundColor) || parseFloat(style.borderLeftWidth) > 0;
  }

  function opaque(colour: string): boolean {
    const alpha = /(?:rgba\(.*,|\/)\s*([\d.]+)\s*\)$/.exec(colour);
    return colour !== "transparent" && (alpha === null || Number(alpha[1]) > 0.9);
  }

  function overlaps(all: readonly Text[]): string[] {
    const faults: string[] = [];
    all.forEach((one, index) => {
      for (const other of all.slice(index + 1)) {
        if (!one.lines.some((line) => other.lines.some((against) => collide(line, against)))) continue;
        if (covers(one.element, other.element) || covers(other.element, one.element)) continue;
        faults.push(`'${one.text}' and '${other.text}' overlap`);
      }
    });
    return faults;
  }

  function collide(one: DOMRect, other: DOMRect): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > Math.min(one.height, other.height) * 0.3;
  }

  /** Whether one lies on something of its own that hides the other, like a bar over a list. */
  function covers(upper: Element, lower: Element): boolean {
    for (let one: Element | null = upper; one && !one.contains(lower); one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.position !== "static" && opaque(style.backgroundColor)) return true;
      // What has been scrolled away under the edge of its own list is not seen.
      if (/auto|scroll|hidden/.test(style.overflowX + style.overflowY)) {
        const box = one.getBoundingClientRect();
        const seen = [...document.createRange().getClientRects(), upper.getBoundingClientRect()];
        if (seen.every((line) => line.bottom < box.top || line.top > box.bottom)) return true;
      }
    }
    return false;
  }

  /** Lists that show one of their entries: it has to fit. */
  function* tightLists(within: Element): Generator<string> {
    const pen = document.createElement("canvas").getContext("2d");
    for (const list of within.querySelectorAll("select")) {
      const style = getComputedStyle(list);
      if (!pen || style.opacity === "0" || !list.checkVisibility()) continue;
      pen.font = style.font;
      const text = list.selectedOptions[0]?.text ?? "";
      const room = list.clientWidth - parseFloat(style.paddingLeft);
      if (pen.measureText(text).width > room) yield `'${text}' does not fit its list`;
    }
  }

  function nameOf(element: Element): string {
    const classes = [...element.classList].filter((name) => !name.startsWith("svelte-"));
    return [element.localName, ...classes].join(".");
  }
}
