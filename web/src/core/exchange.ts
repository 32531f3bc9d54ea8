// What core/wasm exports, and its two rooms in memory: one for text, one for whole numbers. Every
// call may overwrite both, so what it left there is read at once.

type Game = number;

export interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  text_address(): number;
  text_size(): number;
  number_address(): number;
  number_size(): number;

  games_open(): number;
  game_new(side: number, players: number, spirits: number, first: number): Game;
  game_parse(length: number): Game;
  game_copy(game: Game): Game;
  game_redacted(game: Game, seats: number): Game;
  game_free(game: Game): void;
  game_players(game: Game): number;
  game_position(game: Game): number;
  game_view(game: Game): number;
  game_play(game: Game, move: number): number;
  game_undo(game: Game): number;
  game_deal(game: Game, length: number): number;
  game_random_draw(game: Game, seed: number): number;
  game_perft(game: Game, depth: number): number;

  move_count(): number;
  move_parts(move: number): void;
  move_text(move: number): number;
  move_parse(length: number): number;
  legal_moves(game: Game): number;
  check_move(game: Game, move: number): number;
  preview_move(game: Game, move: number): number;

  seat_points(game: Game, seat: number): number;
  seat_reasons(game: Game, seat: number): number;
  seat_suns(game: Game, seat: number): number;
  places(game: Game): number;
  card_fits(game: Game, seat: number, card: number): number;
  card_nears(game: Game, seat: number, card: number): number;
  random_games(side: number, players: number, spirits: number, games: number, seed: number): void;

  names_of_cards(): number;
  animal_count(): number;
  names_of_spaces(): number;
  spaces_of_side(side: number): number;
  names_of_stacks(): number;
  codes_of_refusals(): number;
  codes_of_move_syntax(): number;
  codes_of_text_errors(): number;
}

/** A text that cannot be read. `column` counts from 1, as everywhere in the project. */
export class TextFault extends Error {
  readonly code: string;
  readonly text: string;
  readonly column: number;

  constructor(code: string, text: string, column: number) {
    super(`column ${column}: ${code}`);
    this.name = "TextFault";
    this.code = code;
    this.text = text;
    this.column = column;
  }
}

/** Reads the numbers that a call left, one behind the other. */
export class Numbers {
  #at = 0;
  readonly #room: Int32Array;

  constructor(room: Int32Array) {
    this.#room = room;
  }

  next(): number {
    const number = this.#room[this.#at++];
    if (number === undefined) throw new RangeError("the core left fewer numbers");
    return number;
  }

  flag(): boolean {
    return this.next() !== 0;
  }

  list<Item>(count: number, read: () => Item): Item[] {
    return Array.from({ length: count }, read);
  }

  get atEnd(): boolean {
    return this.#at === this.#room.length;
  }
}

export class Exchange {
  readonly calls: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(instance: WebAssembly.Instance) {
    this.calls = instance.exports as unknown as Exports;
    this.calls._initialize();
  }

  /** Puts a text where the core finds it, and returns its length there. */
  write(text: string): number {
    const { read, written } = this.#encoder.encodeInto(text, this.#textRoom());
    if (read < text.length) throw new TextFault("text/too-long", text, read + 1);
    return written;
  }

  read(length: number): string {
    return this.#decoder.decode(this.#textRoom().subarray(0, length));
  }

  lines(length: number): string[] {
    return this.read(length).split("\n");
  }

  numbers(count: number): Numbers {
    const { memory, number_address } = this.calls;
    return new Numbers(new Int32Array(memory.buffer, number_address(), count));
  }

  /** What is wrong with a text. The core counts bytes from 0; those before a fault are ASCII. */
  fault(code: string, text: string, bytes: number): TextFault {
    return new TextFault(code, text, bytes + 1);
  }

  #textRoom(): Uint8Array<ArrayBuffer> {
    const { memory, text_address, text_size } = this.calls;
    return new Uint8Array(memory.buffer as ArrayBuffer, text_address(), text_size());
  }
}
