// Opening a table and going there: one at a time, and what was refused beside what was asked for.

import { type NewTable, openTable, Problem } from "../api/client";
import { introduce } from "./me.svelte";
import { goTo, tableAddress } from "./router.svelte";
import { keepWishes, wishes } from "./wishes.svelte";

export type Way = "computer" | "invite" | "hot-seat" | "solo";

export class Opening {
  busy = $state<Way | null>(null);
  refused = $state.raw<{ way: Way; code: string } | null>(null);

  async open(way: Way, asked: () => NewTable | Promise<NewTable>): Promise<void> {
    if (this.busy !== null) return;
    this.busy = way;
    this.refused = null;
    keepWishes();
    try {
      const [table] = await Promise.all([asked(), introduce()]);
      const { side, spirits } = wishes;
      const { id } = await openTable({ side, spirits, ...table });
      goTo(tableAddress(id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refused = { way, code: error.code };
    } finally {
      this.busy = null;
    }
  }
}
