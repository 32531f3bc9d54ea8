import { afterEach, describe, expect, it } from "vitest";

import { loadCore } from "../src/core/core";
import { freshCore, wasm } from "./built";
import { positionOf } from "./position_of";
import { playOn, positions } from "./random_play";

const core = await freshCore();

const EXAMPLE =
  "A2 W,4/4/2,TL,2/4/5 fennec:0 5/4/2,M,2/4/5 - -,WMT,LFF,MTH,WWL otter,fish,bear,duck,bee - " +
  "W18M18T16L14F17H14 1 2 play:1=TL";

afterEach(() => expect(core.openGames).toBe(0));

describe("a game", () => {
  it("is played move by move", () => {
    const game = core.newGame();
    expect(game.view()).toMatchObject({ phase: "deal", needs: { groups: 5, cards: 5 } });
    game.deal("drawn WMT LFF MTH WWL MMM turned otter fish bear duck bee");
    expect(game.legalMoves().map((move) => move.text)).toEqual([
      ...[1, 2, 3, 4, 5].map((group) => `take ${group}`),
      ...["otter", "fish", "bear", "duck", "bee"].map((card) => `draft ${card}`),
    ]);
    expect(game.play(core.parseMove("take 5"))).toBeNull();
    expect(game.play(core.parseMove("place M c3"))).toBeNull();
    const view = game.view();
    expect(view).toMatchObject({ taken: 5, hand: "MM", toMove: 0, turn: 1, undoable: 2 });
    expect(view.groups).toEqual(["WMT", "LFF", "MTH", "WWL", ""]);
    expect(view.seats[0]?.board.get("c3")).toEqual({ stack: "M", cube: false });
    game.free();
  });

  it("refuses with the code of the reason, and stays as it was", () => {
    const game = core.parsePosition(EXAMPLE);
    for (const [text, code] of [
      ["take 2", "move/already-taken"],
      ["place W a1", "move/token-not-in-hand"],
      ["place T c3", "move/does-not-stack"],
      ["place T f1", "move/not-on-board"],
      ["draft crow", "move/card-not-face-up"],
      ["settle fennec a1", "move/card-not-held"],
      ["discard otter", "move/solo-only"],
      ["keep lion", "move/nothing-to-keep"],
      ["end", "move/tokens-left"],
    ] as const) {
      expect(game.check(core.parseMove(text)), text).toBe(code);
      expect(game.play(core.parseMove(text)), text).toBe(code);
      expect(game.preview(core.parseMove(text)), text).toBeNull();
      expect(core.refusals).toContain(code);
    }
    expect(game.undo()).toBe("undo/nothing-to-undo");
    expect(game.position()).toBe(EXAMPLE);
    game.free();
  });

  it("allows what it lists, and nothing else", () => {
    for (const game of positions(core, 97)) {
      const legal = new Set(game.legalMoves());
      for (let index = 0; index < core.moveCount; ++index) {
        const move = core.move(index);
        expect(game.check(move) === null, move.text).toBe(legal.has(move));
      }
    }
  });

  it("takes back move by move to where the turn began", () => {
    const game = core.parsePosition(EXAMPLE);
    const seen = [EXAMPLE];
    for (const text of ["place T c3", "place T c2", "place L c2", "draft bee"])
      if (game.play(core.parseMove(text)) === null) seen.push(game.position());
    expect(seen).toHaveLength(4);
    for (const before of seen.slice(0, -1).reverse()) {
      expect(game.undo()).toBeNull();
      expect(game.position()).toBe(before);
    }
    expect(game.undo()).toBe("undo/nothing-to-undo");
    game.free();
  });

  it("shows everything in its view", () => {
    let seen = 0;
    for (const game of positions(core, 7)) {
      expect(positionOf(game.view(), core)).toBe(game.position());
      const spectator = game.redacted();
      expect(positionOf(spectator.view(), core)).toBe(spectator.position());
      spectator.free();
      ++seen;
    }
    expect(seen).toBeGreaterThan(200);
  });

  it("is the same after its position was read again", () => {
    for (const game of positions(core, 13)) {
      const again = core.parsePosition(game.position());
      expect(again.position()).toBe(game.position());
      expect(again.legalMoves()).toEqual(game.legalMoves());
      again.free();
    }
  });
});

it("starts from a response, as in the browser", async () => {
  const headers = { "content-type": "application/wasm" };
  const loaded = await loadCore(Promise.resolve(new Response(wasm, { headers })));
  expect(loaded.moveCount).toBe(core.moveCount);
});

describe("a copy", () => {
  it("goes its own way", () => {
    const game = core.parsePosition(EXAMPLE);
    const copy = game.copy();
    expect(copy.play(core.parseMove("place T a2"))).toBeNull();
    expect(game.position()).toBe(EXAMPLE);
    game.free();
    expect(copy.undo()).toBeNull();
    expect(copy.position()).toBe(EXAMPLE);
    copy.free();
  });

  it("hides from others the spirits that a seat looks at", () => {
    const game = core.newGame({ spirits: true });
    game.deal("drawn WMT LFF MTH WWL MMM turned otter fish bear duck bee dealt lion owl");
    const dealt = [[0], [1], [0, 1], []].map((seats) => {
      const seen = game.redacted(...seats);
      const pair = seen.view().dealt;
      seen.free();
      return pair;
    });
    const pair = game.view().dealt;
    expect(pair?.toSorted()).toEqual(["lion", "owl"]);
    expect(dealt).toEqual([pair, ["?", "?"], pair, ["?", "?"]]);
    game.free();
  });
});

describe("points", () => {
  it("are the sum of their reasons", () => {
    for (const game of positions(core, 11))
      for (const seat of game.view().seats.keys()) {
        const points = game.points(seat);
        const reasons = game.reasons(seat);
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(points.total);
        expect(game.places()[seat]?.points).toBe(points.total);
      }
  });

  it("are known before the move is played", () => {
    for (const game of positions(core, 29))
      for (const move of game.legalMoves()) {
        const seat = game.view().toMove;
        const after = game.copy();
        after.play(move);
        expect(game.preview(move), move.text).toEqual(after.points(seat));
        after.free();
      }
  });
});

describe("memory", () => {
  it("is given back by every game, and does not grow", () => {
    const playAndFree = (seed: number) => {
      const game = core.newGame();
      playOn(game, seed, (now, move) => {
        if (move?.kind === "draft") now.undo();
        if (move?.kind === "settle") now.copy().free();
      });
      expect(game.view().phase).toBe("over");
      game.free();
    };
    playAndFree(0);
    const before = core.memoryBytes;
    for (let seed = 1; seed <= 10_000; ++seed) playAndFree(seed);
    expect(core.openGames).toBe(0);
    expect(core.memoryBytes).toBe(before);
  });

  it("holds many games at once", () => {
    const games = Array.from({ length: 5000 }, () => core.parsePosition(EXAMPLE));
    expect(core.openGames).toBe(5000);
    games[17]?.play(core.parseMove("place T a2"));
    expect(new Set(games.map((game) => game.position())).size).toBe(2);
    for (const game of games) game.free();
  });
});

describe("misuse", () => {
  it("of a freed game is an error, freeing twice is not", () => {
    const game = core.newGame();
    game.free();
    game.free();
    expect(() => game.position()).toThrow("freed");
  });

  it("of seats, cards, moves and setups is an error", () => {
    const game = core.newGame();
    for (const seat of [-1, 2, 0.5, NaN, 2 ** 32]) {
      expect(() => game.points(seat)).toThrow(RangeError);
      expect(() => game.redacted(seat)).toThrow(RangeError);
    }
    expect(() => game.fits("unicorn", 0)).toThrow(RangeError);
    for (const index of [-1, core.moveCount, 1.5, NaN])
      expect(() => core.move(index)).toThrow(RangeError);
    for (const players of [0, 5, 1.5]) expect(() => core.newGame({ players })).toThrow(RangeError);
    expect(() => core.newGame({ players: 2, first: 2 })).toThrow(RangeError);
    expect(() => game.perft(-1)).toThrow(RangeError);
    game.free();
  });
});
