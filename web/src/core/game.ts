import type { Exchange, Numbers } from "./exchange";
import type { Move, Moves } from "./moves";
import { at, type CardId, type Names, type Refusal, type Space } from "./names";
import {
  CATEGORIES,
  type Near,
  type Place,
  type Points,
  readNears,
  readPlaces,
  readPoints,
  readReasons,
  type Reason,
} from "./score";
import { type GameView, readView } from "./view";

/** What all games of one core share. */
export interface Parts {
  readonly exchange: Exchange;
  readonly names: Names;
  readonly moves: Moves;
}

const NO_GAME = 0;

/**
 * A game in the core's memory. What may not be played is answered with the code of the reason and
 * changes nothing; a text that cannot be read is thrown back as a TextFault. Seats count from 0.
 *
 * Its memory is not JavaScript's: call `free` when the game is no longer needed.
 */
export class CoreGame {
  readonly #parts: Parts;
  #address: number;

  /** For the core: games come from its `newGame` and `parsePosition`. */
  constructor(parts: Parts, address: number) {
    this.#parts = parts;
    this.#address = address;
  }

  free(): void {
    if (this.#address !== NO_GAME) this.#calls.game_free(this.#address);
    this.#address = NO_GAME;
  }

  copy(): CoreGame {
    return new CoreGame(this.#parts, this.#calls.game_copy(this.#game));
  }

  /** The game as somebody may know it who sits in these seats; a spectator sits in none. */
  redacted(...seats: number[]): CoreGame {
    const set = seats.reduce((sum, seat) => sum | (1 << this.#seat(seat)), 0);
    return new CoreGame(this.#parts, this.#calls.game_redacted(this.#game, set));
  }

  /** The position as one line of text. */
  position(): string {
    return this.#parts.exchange.read(this.#calls.game_position(this.#game));
  }

  view(): GameView {
    return readView(this.#numbers(this.#calls.game_view(this.#game)), this.#parts.names);
  }

  legalMoves(): Move[] {
    const count = this.#calls.legal_moves(this.#game);
    const numbers = this.#numbers(count);
    return numbers
      .list(count, () => numbers.next())
      .map((index) => this.#parts.moves.numbered(index));
  }

  /** Why the move may not be played; null when it may. */
  check(move: Move): Refusal | null {
    return this.#parts.names.refusal(this.#calls.check_move(this.#game, move.index));
  }

  play(move: Move): Refusal | null {
    return this.#parts.names.refusal(this.#calls.game_play(this.#game, move.index));
  }

  /** The points that the seat to move would have after the move; null when it may not be played. */
  preview(move: Move): Points | null {
    if (this.#calls.preview_move(this.#game, move.index) !== 0) return null;
    return readPoints(this.#numbers(CATEGORIES.length));
  }

  /** Takes back the last move of the turn. */
  undo(): Refusal | null {
    return this.#parts.names.refusal(this.#calls.game_undo(this.#game));
  }

  /** Enters what chance answered: `drawn WMT turned otter`. */
  deal(draw: string): void {
    const { exchange, names } = this.#parts;
    const error = this.#calls.game_deal(this.#game, exchange.write(draw));
    if (error === 0) return;
    throw exchange.fault(at(names.textFaults, error), draw, exchange.numbers(1).next());
  }

  /**
   * Where no server deals: an answer to what the game needs; null when it needs none. Give another
   * seed each time.
   */
  randomDraw(seed: number): string | null {
    const length = this.#calls.game_random_draw(this.#game, seed);
    return length < 0 ? null : this.#parts.exchange.read(length);
  }

  points(seat: number): Points {
    return readPoints(this.#numbers(this.#calls.seat_points(this.#game, this.#seat(seat))));
  }

  reasons(seat: number): Reason[] {
    const count = this.#calls.seat_reasons(this.#game, this.#seat(seat));
    return readReasons(this.#numbers(count), this.#parts.names);
  }

  /** For each seat its place, as the boards stand now. */
  places(): Place[] {
    const count = this.#calls.places(this.#game);
    return readPlaces(this.#numbers(count), count);
  }

  /** What a solo player's points are worth in suns. */
  suns(): number {
    return this.#calls.seat_suns(this.#game, 0);
  }

  /** Where a cube of the card could be settled on a seat's board, held by the seat or not. */
  fits(card: CardId, seat: number): Space[] {
    const { names } = this.#parts;
    const number = names.numberOfCard(card);
    return names.spacesIn(this.#calls.card_fits(this.#game, this.#seat(seat), number));
  }

  /** Every space that tokens can still make fit, and how many that takes. */
  nears(card: CardId, seat: number): Near[] {
    const { names } = this.#parts;
    const number = names.numberOfCard(card);
    const count = this.#calls.card_nears(this.#game, this.#seat(seat), number);
    return readNears(this.#numbers(count), count, names);
  }

  /** The number of sequences of up to `depth` moves within the rest of the turn; for tests. */
  perft(depth: number): number {
    if (!Number.isInteger(depth) || depth < 0) throw new RangeError(`a depth is 0 or more`);
    return this.#calls.game_perft(this.#game, depth);
  }

  get #calls() {
    return this.#parts.exchange.calls;
  }

  get #game(): number {
    if (this.#address === NO_GAME) throw new Error("this game was freed");
    return this.#address;
  }

  #numbers(count: number): Numbers {
    return this.#parts.exchange.numbers(count);
  }

  #seat(seat: number): number {
    const count = this.#calls.game_players(this.#game);
    if (!Number.isInteger(seat) || seat < 0 || seat >= count)
      throw new RangeError(`there is no seat ${seat} in a game of ${count}`);
    return seat;
  }
}
