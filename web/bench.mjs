// How fast the page's core is: beside the native one in the same run, and what a call of the typed
// door costs. `npm run bench`; PYTHON is an interpreter that has `harmonies`.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { runnerImport } from "vite";

const ROUNDS = 5;
const GAMES = 10_000;
const PYTHON = process.env.PYTHON ?? fileURLToPath(new URL("../.venv/bin/python", import.meta.url));
const NATIVE = `
import time
from harmonies import _core
begun = time.perf_counter()
_core.random_games("A", 2, False, ${GAMES}, 1)
print(time.perf_counter() - begun)
`;

const wasm = readFileSync(new URL("../build/wasm/harmonies.wasm", import.meta.url));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
exports._initialize();

function secondsInWasm() {
  const begun = performance.now();
  exports.random_games(0, 2, 0, GAMES, 1);
  return (performance.now() - begun) / 1000;
}

const secondsNative = () => Number(execFileSync(PYTHON, ["-c", NATIVE], { encoding: "utf-8" }));

// The best of some rounds, taken in turns: what else the machine does slows both alike.
let best = { wasm: Infinity, native: Infinity };
for (let round = 0; round < ROUNDS; ++round)
  best = {
    wasm: Math.min(best.wasm, secondsInWasm()),
    native: Math.min(best.native, secondsNative()),
  };

const perSecond = (seconds) => Math.round(GAMES / seconds).toLocaleString("en");
console.log("random games a second, side A, 2 players, one core");
console.log(`  native       ${perSecond(best.native).padStart(10)}`);
console.log(`  WebAssembly  ${perSecond(best.wasm).padStart(10)}`);
console.log(`  ratio        ${(best.native / best.wasm).toFixed(2).padStart(10)}`);

const door = await runnerImport(fileURLToPath(new URL("src/core/core.ts", import.meta.url)));
const core = await door.module.loadCore(wasm);

/** Microseconds of each call, on average over the states of some games. */
function costs() {
  const spent = new Map();
  const timed = (name, call) => {
    const begun = performance.now();
    const result = call();
    const before = spent.get(name) ?? { ms: 0, calls: 0 };
    spent.set(name, { ms: before.ms + performance.now() - begun, calls: before.calls + 1 });
    return result;
  };
  for (let seed = 1; seed <= 300; ++seed) {
    const game = core.newGame();
    for (let step = 0; ; ++step) {
      const draw = game.randomDraw(seed * 1000 + step);
      if (draw !== null) timed("deal", () => game.deal(draw));
      const legal = timed("legalMoves", () => game.legalMoves());
      if (legal.length === 0) break;
      const move = legal[(step * 7919) % legal.length];
      timed("preview", () => game.preview(move));
      timed("play", () => game.play(move));
      timed("view", () => game.view());
      timed("position", () => game.position());
      timed("reasons", () => game.reasons(0));
      timed("nears", () => game.nears("otter", 0));
    }
    game.free();
  }
  return spent;
}

costs();
console.log("microseconds a call, through the typed door");
for (const [name, { ms, calls }] of costs())
  console.log(`  ${name.padEnd(12)} ${((ms / calls) * 1000).toFixed(1).padStart(10)}`);
