// A real server on a port of its own, with an empty folder for its games.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { openBrowser } from "./visitor";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Server {
  /** It ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server and a browser for all tests of a file. */
export function place(): { readonly url: string; readonly browser: Browser } {
  let server: Server | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const there = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error("it is there only while tests run");
    return thing;
  };
  return {
    get url() {
      return there(server).url;
    },
    get browser() {
      return there(browser);
    },
  };
}

export async function startServer(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), "harmonies-e2e-"));
  const program = join(ROOT, ".venv/bin/harmonies");
  const given = ["serve", "--no-open", "--host", "127.0.0.1", "--port", "0", "--data", data];
  const server = spawn(program, given, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const url = await addressOf(server);
  return {
    url,
    stop: async () => {
      const ended = server.exitCode ?? server.signalCode;
      const gone = new Promise((resolve) => server.once("exit", resolve));
      if (ended === null) {
        server.kill("SIGTERM");
        await gone;
      }
      rmSync(data, { recursive: true, force: true });
      if (ended !== null) throw new Error(`the server ended by itself (${ended}): ${said.join("").slice(-4000)}`);
    },
  };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /open at (http\S+\/)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("exit", () => reject(new Error(`the server did not start: ${said}`)));
  });
}
