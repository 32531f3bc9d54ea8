// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask } from "./client";

const asked: { key: string | undefined; signal: AbortSignal }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", (_: URL, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    asked.push({ key: headers["idempotency-key"], signal });
    const answer = answers.shift();
    return answer ? Promise.resolve().then(answer) : Promise.reject(new TypeError("no line"));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const says = (body: string, status = 200) => () => new Response(body, { status });
const breaks = () => {
  throw new TypeError("the line broke");
};

async function tried(method: string): Promise<unknown> {
  const answer = ask(method, "tables").catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return answer;
}

test("a request whose answer was lost is sent again, as the same request", async () => {
  answers = [breaks, says('{"id":"t1"')];
  answers.push(says('{"id":"t1"}'));
  expect(await tried("POST")).toEqual({ id: "t1" });
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked[0]?.key).toMatch(/\d/);
  expect(asked).toHaveLength(3);
});

test("without a line it gives up after some tries, and says so", async () => {
  answers = [];
  expect(await tried("GET")).toMatchObject({ code: "page/offline", status: 0 });
  expect(asked).toHaveLength(3);
});

test("what the server refuses is not asked again, whatever stands before the server", async () => {
  answers = [says('{"code":"table/full"}', 409), says("<h1>Bad gateway</h1>", 502)];
  expect(await tried("POST")).toMatchObject({ code: "table/full", status: 409 });
  expect(await tried("POST")).toMatchObject({ code: "server/error", status: 502 });
  expect(asked).toHaveLength(2);
});

test("nobody is waited for without end", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation((patience) => {
    const control = new AbortController();
    setTimeout(() => control.abort(), patience);
    return control.signal;
  });
  const silent = () => new Promise<never>((_, fail) => asked.at(-1)?.signal.addEventListener("abort", fail));
  answers = [silent, says("{}")];
  expect(await tried("GET")).toEqual({});
  vi.restoreAllMocks();
});
