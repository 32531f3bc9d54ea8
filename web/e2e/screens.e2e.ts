// The screens around a game, each in every language at every width.

import { expect, test } from "vitest";

import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();
const arrive = (path = "") => Visitor.arrive(here.browser, `${here.url}${path}`);

test("the front page and your own, for somebody new", async () => {
  const ada = await arrive();
  await ada.page.getByRole("heading", { name: "Play against the computer" }).waitFor();
  await ada.page.getByText("No table is open to everybody").waitFor();
  await ada.tour("front");
  await ada.page.getByRole("button", { name: "Rules" }).click();
  await ada.page.getByRole("heading", { name: "Points at the end" }).waitFor();
  await ada.tour("help");
  await ada.page.keyboard.press("Escape");
  await ada.page.getByRole("link", { name: "About you" }).click();
  await ada.page.getByText("You have not played here yet").waitFor();
  await ada.tour("me-new");
  await ada.leave();
});

test("a table before its game: for the host, for who is invited, and when all are there", async () => {
  const ada = await arrive();
  await ada.page.getByRole("checkbox", { name: "With nature's spirits" }).check();
  await ada.page.getByRole("radio", { name: "3", exact: true }).nth(1).check();
  await ada.go("invite");
  await ada.page.getByLabel("Your name").fill("Ada");
  await ada.page.getByLabel("Your name").blur();
  await ada.page.getByText("Ada (you)").waitFor();
  await ada.tour("lobby-host");
  const link = await ada.page.getByRole("textbox", { name: "Invitation link" }).inputValue();

  const grace = await Visitor.arrive(here.browser, link);
  await grace.page.getByLabel("Your name").fill("Grace");
  await grace.tour("lobby-invited");
  await grace.page.getByRole("button", { name: "Sit down" }).click();
  await grace.page.getByText("One seat is still open").waitFor();

  await ada.page.getByRole("button", { name: "Add a computer player" }).click();
  await ada.page.getByText("Everybody is here").waitFor();
  await ada.tour("lobby-full");
  const linus = await Visitor.arrive(here.browser, link);
  await linus.page.getByText("All seats are taken").waitFor();
  await linus.tour("lobby-too-late");
  await linus.leave();
  await grace.leave();
  await ada.leave();
});

test("the front page with games to go on with, to join and to watch", async () => {
  const ada = await arrive();
  await ada.page.getByRole("checkbox", { name: "Anyone may join" }).check();
  await ada.go("invite");
  await ada.page.getByRole("button", { name: "Add a computer player" }).click();
  await ada.page.getByRole("button", { name: "Begin" }).click();
  await ada.page.locator(".table").waitFor();

  const grace = await arrive();
  await grace.page.getByRole("checkbox", { name: "Anyone may join" }).check();
  await grace.go("invite");
  await grace.page.getByRole("textbox", { name: "Invitation link" }).waitFor();
  await ada.page.goto(here.url);
  for (const heading of ["Your games", "Open tables"]) await ada.page.getByRole("heading", { name: heading }).waitFor();
  await ada.tour("front-tables");
  await grace.page.goto(here.url);
  await grace.page.getByRole("heading", { name: "Games to watch" }).waitFor();
  await grace.tour("front-watch");
  await grace.leave();
  await ada.leave();
});

test("no such table", async () => {
  const ada = await arrive("table/nothing-here");
  await ada.page.getByRole("alert").waitFor();
  await ada.tour("no-table");
  expect(ada.complaints.splice(0).join()).toMatch(/WebSocket|404/); // the browser itself speaks of it
  await ada.leave();
});
