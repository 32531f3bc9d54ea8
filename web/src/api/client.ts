// Asking the server: one function for each thing the page asks for, and refusals as Problems.

import type { components } from "./schema";

type Models = components["schemas"];
export type Me = Models["Me"];
export type MySession = Models["MySession"];
export type MyToken = Models["MyToken"];
export type MyNewToken = Models["MyNewToken"];
export type NewTable = Partial<Models["NewTable"]>;
export type Opponent = Models["PlayerView"];
export type TableView = Models["TableView"];
export type SeatView = TableView["seats"][number];
export type TableSummary = Models["TableSummary"];
export type Events = Models["Events"];

/** Where the page lives, whatever path a proxy serves it under; it ends with a slash. */
export const home: URL = import.meta.env.DEV
  ? new URL("/", location.href)
  : new URL(/* @vite-ignore */ "..", import.meta.url);

/** What was refused: a stable code, worded in i18n. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.name = "Problem";
    this.code = code;
    this.status = status;
  }
}

/** How long an answer may take, in milliseconds, and after which pauses it is asked for again. */
const PATIENCE = 10_000;
const PAUSES = [300, 1_200];

interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly said: unknown;
}

/** Over a line that loses requests or answers it asks again; what was asked for has one effect. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET") headers["idempotency-key"] = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const asked: RequestInit = { method, headers };
  if (body !== undefined) asked.body = JSON.stringify(body);
  const address = new URL(`api/${path}`, home);
  let answer = await askOnce(address, asked);
  for (const pause of PAUSES) {
    if (answer) break;
    await new Promise((over) => setTimeout(over, pause));
    answer = await askOnce(address, asked);
  }
  if (!answer) throw new Problem("page/offline", 0);
  if (answer.ok) return answer.said as Answer;
  throw new Problem(codeOf(answer.said), answer.status);
}

/** Null when no whole answer came. */
async function askOnce(address: URL, asked: RequestInit): Promise<Answered | null> {
  try {
    const answer = await fetch(address, { ...asked, signal: AbortSignal.timeout(PATIENCE) });
    const { ok, status } = answer;
    const text = await answer.text();
    if (status === 204) return { ok, status, said: undefined };
    const said = read(text);
    return ok && said === undefined ? null : { ok, status, said };
  } catch {
    return null;
  }
}

/** Undefined for what is no JSON, or only the beginning of it. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The code of a problem document; a move's own reason before `move/illegal`. */
export function codeOf(document: unknown): string {
  const code = (document as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "server/error";
}

/** A fair deal: each seat throws in something that the server could not foresee. */
export function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Where others reach this page, when that is not where we opened it: an invitation has to lead there. */
export async function whereOthersReachUs(): Promise<URL> {
  const { url } = await ask<{ url: string | null }>("GET", "reach");
  return url === null ? home : new URL(url);
}

export const openTable = (table: NewTable) =>
  ask<TableView>("POST", "tables", { ...table, nonce: nonce() });

/** Something that happens at a table: `sit`, `start`, `resign` … */
export const atTable = (id: string, action: string, body?: object) =>
  ask<TableView>("POST", `tables/${id}/${action}`, body);
