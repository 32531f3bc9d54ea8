// The live connection to one table. It comes back by itself and asks for what it missed.

import { type Events, home, type TableView } from "./client";

export type FromServer =
  | ({ type: "events" } & Events)
  | { type: "table"; table: TableView }
  | { type: "done"; id: string; version: number }
  | { type: "problem"; id: string; problem: unknown }
  | { type: "pong" };

export type ToServer =
  | { type: "play"; id: string; version: number; move: string }
  | { type: "undo"; id: string; version: number }
  | { type: "ping" };

export interface Hearer {
  /** The number of the first event that is not known yet. */
  since(): number;
  hear(message: FromServer): void;
  connected(is: boolean): void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
const PING_EVERY = 15_000;
/** Whoever was asked and has said nothing for so long is not there, whatever the browser believes. */
const PATIENCE = 6_000;

export class Live {
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #pinging = 0;
  #waiting = 0;
  #ended = false;
  readonly #table: string;
  readonly #code: string | null;
  readonly #hearer: Hearer;
  /** The network or the person is back: what looked open may have died meanwhile. */
  readonly #back = () => {
    if (document.hidden) return;
    this.#ping();
    this.#again(0);
  };

  constructor(table: string, code: string | null, hearer: Hearer) {
    this.#table = table;
    this.#code = code;
    this.#hearer = hearer;
    addEventListener("online", this.#back);
    document.addEventListener("visibilitychange", this.#back);
    this.#connect();
  }

  /** False when nothing can be sent now. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#expectWord();
    return true;
  }

  close(): void {
    this.#ended = true;
    removeEventListener("online", this.#back);
    document.removeEventListener("visibilitychange", this.#back);
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    this.#heard();
    this.#socket?.close();
  }

  /** Throws the connection away and makes a new one; it asks for what `since` says then. */
  restart(): void {
    this.#drop();
    this.#again(0);
  }

  #connect(): void {
    const address = new URL(`api/tables/${this.#table}/live`, home);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("since", String(this.#hearer.since()));
    if (this.#code) address.searchParams.set("code", this.#code);
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#expectWord();
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      clearInterval(this.#pinging);
      this.#pinging = window.setInterval(() => this.#ping(), PING_EVERY);
      this.#hearer.connected(true);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard();
      this.#hearer.hear(JSON.parse(message.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#drop();
      this.#again(this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    };
  }

  #ping(): void {
    this.send({ type: "ping" });
  }

  #expectWord(): void {
    this.#waiting ||= window.setTimeout(() => this.restart(), PATIENCE);
  }

  #heard(): void {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
  }

  #drop(): void {
    clearInterval(this.#pinging);
    this.#heard();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (!this.#ended) this.#hearer.connected(false);
  }

  #again(after: number): void {
    if (this.#ended || this.#socket) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#connect(), after);
  }
}
