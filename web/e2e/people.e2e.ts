// Who somebody is: a guest, then a name with a password, signed in at two places, and gone.

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();
const PASSWORD = "correct horse battery";

async function signIn({ page }: Visitor, password: string): Promise<void> {
  const form = page.getByRole("region", { name: "Sign in" });
  await form.getByLabel("Name").fill("Ada");
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

test("a name is claimed, used elsewhere, taken back there, and deleted", async () => {
  const ada = await Visitor.arrive(here.browser, `${here.url}me`);
  const { page } = ada;
  const claim = page.getByRole("region", { name: "Keep this name" });
  await page.getByLabel("Your name").fill("Ada");
  await claim.getByLabel("Password").fill("short");
  await claim.getByRole("button").click();
  await page.getByText("A password has at least 8 characters").waitFor();
  await page.getByText("You play as a guest").waitFor();
  await ada.tour("me-guest");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.getByRole("dialog").waitFor();
  await ada.tour("me-sign-out");
  await page.keyboard.press("Escape");
  await claim.getByLabel("Password").fill(PASSWORD);
  await claim.getByRole("button").click();
  await page.getByText("This name is yours alone").waitFor();

  const elsewhere = await Visitor.arrive(here.browser, `${here.url}me`);
  await signIn(elsewhere, "wrong horse battery");
  await elsewhere.page.getByText("do not go together").waitFor();
  await signIn(elsewhere, PASSWORD);
  await elsewhere.page.getByText("This name is yours alone").waitFor();

  await page.reload();
  await page.getByLabel("What it is for").fill("Linus");
  await page.getByRole("button", { name: "Make a key" }).click();
  expect(await page.getByLabel("Access key").inputValue()).toMatch(/\S{20}/);
  await page.getByRole("button", { name: "Sign out there" }).waitFor();
  await ada.tour("me-claimed");
  await page.getByRole("button", { name: "Sign out there" }).click();
  await page.getByRole("button", { name: "Sign out there" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete the key for Linus" }).click();
  await page.getByLabel("Access key").waitFor({ state: "detached" });
  await elsewhere.page.reload();
  await elsewhere.page.getByText("You have not played here yet").waitFor();

  await page.getByLabel("Old password").fill(PASSWORD);
  await page.getByLabel("New password").fill(`${PASSWORD} staple`);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed").waitFor();

  const [export_] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /Download/ }).click(),
  ]);
  expect(readFileSync(await export_.path(), "utf-8")).toContain("Ada");
  await page.getByRole("button", { name: "Delete all about you" }).click();
  await page.getByRole("dialog").waitFor();
  await ada.tour("me-delete");
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.getByText("Everything about you is deleted").waitFor();
  await signIn(ada, `${PASSWORD} staple`);
  await page.getByText("do not go together").waitFor();
  for (const { complaints } of [ada, elsewhere]) {
    // The browser itself speaks of what was refused.
    expect(complaints.splice(0).filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  }
  await elsewhere.leave();
  await ada.leave();
});
