// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { layLine, Line } from "../../tests/line";
import { Live } from "./live";

const PATIENCE = 6_000;
const heard: boolean[] = [];
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  layLine();
  heard.length = 0;
  live = new Live("t", null, { since: () => 0, hear: () => undefined, connected: (is) => heard.push(is) });
});
afterEach(() => {
  live.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): Line {
  Line.latest.onopen();
  Line.latest.say({ type: "pong" });
  return Line.latest;
}

test("a connection that is never made is given up, and tried anew", () => {
  const first = Line.latest;
  vi.advanceTimersByTime(PATIENCE + 10);
  expect(Line.latest).not.toBe(first);
  expect(heard).toEqual([false]);
  open();
  expect(heard).toEqual([false, true]);
});

test("a move that nobody answers is a line that is dead", () => {
  const first = open();
  live.send({ type: "play", id: "m1", version: 1, move: "take 1" });
  vi.advanceTimersByTime(PATIENCE - 10);
  expect(Line.latest).toBe(first);
  vi.advanceTimersByTime(20);
  expect(Line.latest).not.toBe(first);
});

test("a line on which something is heard now and then is kept", () => {
  const first = open();
  for (let minute = 0; minute < 4; minute++) {
    vi.advanceTimersByTime(15_000);
    expect(first.told.at(-1)).toEqual({ type: "ping" });
    first.say({ type: "pong" });
  }
  expect(Line.latest).toBe(first);
});

test.each([
  ["the page is looked at again", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["there is a network again", () => dispatchEvent(new Event("online"))],
])("when %s, a line that died meanwhile is found out at once", (_, comesBack) => {
  const first = open();
  comesBack();
  expect(first.told).toEqual([{ type: "ping" }]);
  vi.advanceTimersByTime(PATIENCE + 10);
  expect(Line.latest).not.toBe(first);
});

test("when the network is back nobody waits for the pause to end", () => {
  open().onclose();
  const before = Line.latest;
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(1);
  expect(Line.latest).not.toBe(before);
});
