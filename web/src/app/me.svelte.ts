// Who plays here: a guest under a name of their choice, or somebody whose name has a password. The
// cookie is the server's; what is kept here is only the name, and that there is one.

import { ask, type Me, Problem } from "../api/client";
import { t } from "../i18n/i18n.svelte";
import { keep, kept } from "./kept";

const KNOWN = "harmonies.known";
const NAME = "harmonies.name";

export const me = $state({ name: kept(NAME) ?? "", known: false, claimed: false });

/** Whoever was here before is recognised; a stranger stays one until something is to be kept. */
export async function recognise(): Promise<void> {
  if (kept(KNOWN) === null) return;
  try {
    accept(await ask<Me>("GET", "me"));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) forget();
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
  const wanted = name.trim();
  if (me.known && wanted !== "") return accept(await ask<Me>("PATCH", "me", { name: wanted }));
  me.name = wanted;
  keep(NAME, wanted);
}

/** Gives the name a password. */
export async function claim(password: string): Promise<void> {
  await introduce();
  accept(await ask<Me>("POST", "me/claim", { password }));
}

export async function signIn(name: string, password: string): Promise<void> {
  accept(await ask<Me>("POST", "sign-in", { name, password }));
}

export async function signOut(): Promise<void> {
  await ask("POST", "sign-out");
  forget();
}

export async function deleteMe(): Promise<void> {
  await ask("DELETE", "me");
  forget();
}

function accept(found: Me): void {
  me.known = true;
  me.claimed = found.claimed;
  me.name = found.name;
  keep(KNOWN, "yes");
  keep(NAME, found.name);
}

function forget(): void {
  me.known = false;
  me.claimed = false;
  me.name = "";
  keep(KNOWN, null);
  keep(NAME, null);
}

// Another tab has signed in or out, or taken another name.
addEventListener("storage", ({ key, newValue }) => {
  if (key === NAME) me.name = newValue ?? "";
  if (key !== KNOWN) return;
  if (newValue === null) forget();
  else void recognise();
});
