// Something that the server may refuse, with what it said of it.

import { Problem } from "../api/client";

export class Attempt {
  busy = $state(false);
  /** The refusal's code. */
  refused = $state<string | null>(null);

  /** True when it was done. */
  async do(action: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = null;
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refused = error.code;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
