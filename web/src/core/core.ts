// The one door to the rules: the core, compiled to WebAssembly, with types. Nothing else in the
// page decides what is legal or what it is worth.

import { Exchange } from "./exchange";
import { CoreGame, type Parts } from "./game";
import { type Move, Moves } from "./moves";
import { at, type CardId, Names, type Refusal, type Side, SIDES, type Space } from "./names";
import type { Setup } from "./view";

export { TextFault } from "./exchange";
export { CoreGame } from "./game";
export type { Move, MoveKind } from "./moves";
export {
  type CardId,
  type Refusal,
  type Side,
  SIDES,
  type Space,
  type Stack,
  type Token,
  TOKENS,
} from "./names";
export {
  CATEGORIES,
  type Category,
  type Near,
  type Place,
  type Points,
  type Reason,
} from "./score";
export type { GameView, Needs, Phase, SeatView, Setup, SpaceView, SpiritView } from "./view";

const MOST_PLAYERS = 4;
const PLAIN: Setup = { side: "A", players: 2, spirits: false, first: 0 };

export class Core {
  readonly #parts: Parts;

  constructor(instance: WebAssembly.Instance) {
    const exchange = new Exchange(instance);
    const names = new Names(exchange);
    this.#parts = { exchange, names, moves: new Moves(exchange, names) };
  }

  /** The start of a game, waiting for its first draw. */
  newGame(setup: Partial<Setup> = {}): CoreGame {
    const { side, players, spirits, first } = { ...PLAIN, ...setup };
    demandWhole(players, 1, MOST_PLAYERS, "players");
    demandWhole(first, 0, players - 1, "first seat");
    const { game_new } = this.#parts.exchange.calls;
    return this.#game(game_new(SIDES.indexOf(side), players, Number(spirits), first));
  }

  /** The game that goes on from a position text. */
  parsePosition(text: string): CoreGame {
    const { exchange, names } = this.#parts;
    const address = exchange.calls.game_parse(exchange.write(text));
    if (address !== 0) return this.#game(address);
    const numbers = exchange.numbers(2);
    const code = at(names.textFaults, numbers.next());
    throw exchange.fault(code, text, numbers.next());
  }

  parseMove(text: string): Move {
    return this.#parts.moves.parse(text);
  }

  /** The move with a number of the action space. */
  move(index: number): Move {
    return this.#parts.moves.numbered(index);
  }

  get moveCount(): number {
    return this.#parts.moves.count;
  }

  get animals(): readonly CardId[] {
    return this.#parts.names.animals;
  }

  get spirits(): readonly CardId[] {
    return this.#parts.names.spirits;
  }

  spacesOf(side: Side): readonly Space[] {
    return this.#parts.names.spacesOf(side);
  }

  /** Every code that a refusal can have. */
  get refusals(): readonly Refusal[] {
    return this.#parts.names.refusals.slice(1);
  }

  /** Every code that a TextFault can have. */
  get textFaults(): readonly string[] {
    const { moveFaults, textFaults } = this.#parts.names;
    return [...moveFaults.slice(1), ...textFaults.slice(1), "text/too-long"];
  }

  /** How many games have not been freed. */
  get openGames(): number {
    return this.#parts.exchange.calls.games_open();
  }

  /** How much memory the module has; it grows when it must and never shrinks. */
  get memoryBytes(): number {
    return this.#parts.exchange.calls.memory.buffer.byteLength;
  }

  #game(address: number): CoreGame {
    return new CoreGame(this.#parts, address);
  }
}

/** From a response that is under way, which compiles while it loads, or from the module's bytes. */
export async function loadCore(source: BufferSource | Response | Promise<Response>): Promise<Core> {
  const given = await source;
  const { instance } =
    given instanceof Response
      ? await WebAssembly.instantiateStreaming(given)
      : await WebAssembly.instantiate(given);
  return new Core(instance);
}

function demandWhole(number: number, from: number, to: number, what: string): void {
  if (!Number.isInteger(number) || number < from || number > to)
    throw new RangeError(`${what}: ${from} to ${to}, not ${number}`);
}
