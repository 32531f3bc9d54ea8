// Who plays here: a guest under a name of their choice. The cookie is the server's; what is kept
// here is only the name, and that there is one.

import { ask, type Me, Problem } from "../api/client";
import { t } from "../i18n/i18n.svelte";

const KNOWN = "harmonies.known";
const NAME = "harmonies.name";

export const me = $state({ name: localStorage.getItem(NAME) ?? "", known: false });

/** Whoever was here before is recognised; a stranger stays one until something is to be kept. */
export async function recognise(): Promise<void> {
  if (localStorage.getItem(KNOWN) === null) return;
  try {
    accept(await ask<Me>("GET", "me"));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) localStorage.removeItem(KNOWN);
  }
}

/** Before anything is done in one's name. */
export async function introduce(): Promise<void> {
  const name = me.name.trim() || t("me.guest");
  if (me.known) return;
  try {
    accept(await ask<Me>("POST", "me", { name }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "person/known") throw error;
    accept(await ask<Me>("GET", "me"));
  }
}

export async function rename(name: string): Promise<void> {
  me.name = name.trim();
  localStorage.setItem(NAME, me.name);
  if (me.known && me.name !== "") accept(await ask<Me>("PATCH", "me", { name: me.name }));
}

function accept(found: Me): void {
  me.known = true;
  me.name = found.name;
  localStorage.setItem(KNOWN, "yes");
  localStorage.setItem(NAME, found.name);
}
