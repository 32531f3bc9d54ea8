// The counts every core must reach: `id`, `pos`, and a line `perft DEPTH COUNT` for each depth.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { freshCore } from "./built";

const FILE = fileURLToPath(new URL("../../tests/data/perft.txt", import.meta.url));

interface Entry {
  readonly id: string;
  readonly position: string;
  readonly counts: [depth: number, sequences: number][];
}

function entries(text: string): Entry[] {
  const found: Entry[] = [];
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.trim().split(" ");
    if (word === "id") found.push({ id: rest.join(" "), position: "", counts: [] });
    const last = found.pop();
    if (last === undefined) continue;
    if (word === "perft") last.counts.push([Number(rest[0]), Number(rest[1])]);
    found.push(word === "pos" ? { ...last, position: rest.join(" ") } : last);
  }
  return found;
}

const core = await freshCore();

it("counts what the shared file says", () => {
  const list = entries(readFileSync(FILE, "utf-8"));
  expect(list.length).toBeGreaterThan(0);
  for (const { id, position, counts } of list) {
    const game = core.parsePosition(position);
    expect(counts.length, id).toBeGreaterThan(0);
    for (const [depth, sequences] of counts)
      expect(game.perft(depth), `${id} ${depth}`).toBe(sequences);
    game.free();
  }
});
