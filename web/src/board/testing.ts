// For tests: a component in a page, gone when the test is over.

import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach } from "vitest";

const mounted: Record<string, unknown>[] = [];

afterEach(async () => {
  await Promise.all(mounted.splice(0).map((component) => unmount(component)));
  document.body.replaceChildren();
});

export function shown<Props extends Parameters<typeof mount>[1]["props"] & object>(
  component: Component<Props>,
  props: NoInfer<Props>,
): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  mounted.push(mount(component, { target, props }) as Record<string, unknown>);
  flushSync();
  return target;
}

export function all(inside: Element, selector: string): Element[] {
  return [...inside.querySelectorAll(selector)];
}

export function one(inside: Element, selector: string): Element {
  const [first] = all(inside, selector);
  if (!first) throw new Error(`nothing is ${selector}`);
  return first;
}

export function click(element: Element): void {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

export function press(element: Element, key: string, more: KeyboardEventInit = {}): void {
  element.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
  flushSync();
}
