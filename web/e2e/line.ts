// A bad line to a server: it is slow, it breaks in the middle of things, and it can be down.

import { connect, createServer, type Server as Listener, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

interface Badness {
  /** How long everything takes longer, one way, in milliseconds. */
  delay?: number;
  /** Bytes in a second, one way. */
  rate?: number;
  /** Each connection breaks after so many bytes from the server, more or less. */
  breaksAfter?: number;
}

export class Line {
  /** Where the server is reached over this line; it ends with a slash. */
  readonly url: string;
  /** How often it has broken. */
  breaks = 0;
  readonly #listener: Listener;
  readonly #ends = new Set<Socket>();
  #badness: Badness;
  #down = false;
  #silent = false;
  #count = 0;

  private constructor(listener: Listener, target: URL, badness: Badness) {
    this.#listener = listener;
    this.#badness = badness;
    this.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    listener.on("connection", (near) => this.#join(near, connect(Number(target.port), target.hostname)));
  }

  static async to(url: string, badness: Badness = {}): Promise<Line> {
    const listener = createServer();
    await new Promise<void>((ready) => listener.listen(0, "127.0.0.1", ready));
    return new Line(listener, new URL(url), badness);
  }

  /** Every connection that is made from now on. */
  become(badness: Badness): void {
    this.#badness = badness;
    this.#breakAll();
  }

  /** Nothing gets through any more, and nobody is told: connections stay as they are. */
  fallSilent(): void {
    this.#silent = true;
  }

  /** Nothing gets through any more. */
  cut(): void {
    this.#down = true;
    this.#breakAll();
  }

  mend(): void {
    this.#down = false;
    if (this.#silent) this.#breakAll(); // What was swallowed is lost.
    this.#silent = false;
  }

  close(): void {
    this.#listener.close();
    this.#breakAll();
  }

  #breakAll(): void {
    for (const end of this.#ends) end.resetAndDestroy();
  }

  #join(near: Socket, far: Socket): void {
    const both = [near, far] as const;
    const part = () => {
      for (const end of both) {
        end.resetAndDestroy();
        this.#ends.delete(end);
      }
    };
    for (const end of both) {
      this.#ends.add(end);
      end.setNoDelay(true).on("error", part).on("close", part);
    }
    if (this.#down) return part();
    const most = this.#patience();
    let passed = 0;
    this.#carry(near, far, () => undefined);
    this.#carry(far, near, (bytes) => {
      passed += bytes;
      if (passed < most || near.destroyed) return;
      this.breaks++;
      part();
    });
  }

  /** Not always the same, but the same in every run. */
  #patience(): number {
    const { breaksAfter } = this.#badness;
    this.#count++;
    return breaksAfter === undefined ? Infinity : breaksAfter * (0.5 + ((this.#count * 0.618) % 1));
  }

  #carry(from: Socket, to: Socket, count: (bytes: number) => void): void {
    const { delay = 0, rate = Infinity } = this.#badness;
    let free = 0;
    from.on("data", (chunk) => {
      if (this.#silent) return;
      const now = performance.now();
      free = Math.max(now, free) + (chunk.length / rate) * 1000;
      setTimeout(
        () => {
          if (!to.destroyed) to.write(chunk);
          count(chunk.length);
        },
        free - now + delay,
      );
    });
  }
}
