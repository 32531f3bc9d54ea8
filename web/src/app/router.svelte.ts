// Which screen the address names. Links inside the page change it without loading anything.

import { home } from "../api/client";

export type Route =
  | { screen: "front" }
  | { screen: "me" }
  | { screen: "table"; id: string; code: string | null };

let route = $state.raw(read());
let moved = false;

export const current = (): Route => route;

function read(): Route {
  const path = location.pathname.slice(home.pathname.length);
  if (path === "me") return { screen: "me" };
  const table = /^table\/([\w-]+)$/.exec(path);
  if (!table) return { screen: "front" };
  return { screen: "table", id: table[1] ?? "", code: new URLSearchParams(location.search).get("code") };
}

export const frontAddress = (): string => home.pathname;
export const meAddress = (): string => new URL("me", home).pathname;

export function tableAddress(id: string, code?: string | null, base: URL = home): URL {
  const address = new URL(`table/${id}`, base);
  if (code) address.searchParams.set("code", code);
  return address;
}

export function goTo(address: URL | string): void {
  history.pushState(null, "", address);
  reroute();
  scrollTo(0, 0);
}

/** For a screen's heading: who hears the page is told of the new screen by the focus going there. */
export function arrive(heading: HTMLElement): void {
  if (moved && document.activeElement === document.body) heading.focus({ preventScroll: true });
}

/** For links: the browser's own ways of opening them elsewhere stay. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(event.currentTarget.href);
}

addEventListener("popstate", reroute);

function reroute(): void {
  route = read();
  moved = true;
}
