// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { GameView } from "../core/core";
import { expectation } from "./expectation";
import { Legal } from "./legal";
import type { TableStore } from "./store.svelte";
import type { Turn } from "./turn.svelte";

/** What is said while a computer player is to move, and the server says why that takes long. */
function said(waiting: string | null, kind = "computer"): string {
  const table = { status: "playing", waiting, seats: [{ kind }] };
  const store = { table, legal: Legal.NOTHING, acting: null, name: () => "Ada" };
  const view = { phase: "play", toMove: 0 };
  return expectation(store as unknown as TableStore, view as GameView, {} as Turn);
}

test("who thinks, and who plays, is named", () => {
  expect([said(null), said(null, "person")]).toEqual(["Ada is thinking", "Ada is playing"]);
});

test("a long thought and a long line are no trouble, and anything else is being tried again", () => {
  expect(said("computer/thinking-long")).toBe("Ada is thinking it through");
  expect(said("computer/queued")).toBe("Ada plays soon: other tables come first");
  for (const trouble of ["retrying", "unavailable", "cannot-save", "something-new"]) {
    expect(said(`computer/${trouble}`)).toMatch(/being tried again/);
  }
});
