// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { one, shown } from "../board/testing";
import QrCode from "./QrCode.svelte";

it("keeps four white modules around what a camera reads, on a dark page too", () => {
  const drawn = shown(QrCode, { text: "https://example.org/table/abc?code=def", label: "link" });
  const size = Number(one(drawn, "svg").getAttribute("viewBox")?.split(" ")[2]);
  const dark = [...(one(drawn, "path").getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)/g)];
  const places = dark.flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5]);
});
