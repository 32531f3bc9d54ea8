// The page as an app: what a browser wants of one, and a start without a connection.

import { expect, test } from "vitest";

import { Line } from "./line";
import { place } from "./server";
import { Visitor } from "./visitor";

const here = place();

test("a browser finds nothing that would keep it from being installed", async () => {
  const visitor = await Visitor.arrive(here.browser, here.url);
  const session = await visitor.context.newCDPSession(visitor.page);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // The tests' browser forgets everything when it is closed, and will not install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  await visitor.leave();
});

test("without a connection the page still starts, says what is wrong, and goes on when it is back", async () => {
  const line = await Line.to(here.url);
  const visitor = await Visitor.arrive(here.browser, line.url, { badLine: true });
  const { page } = visitor;
  await page.evaluate(() => navigator.serviceWorker.ready);
  line.cut();
  await page.reload();
  await page.getByRole("heading", { name: "Play against the computer" }).waitFor();
  await page.locator('[data-way="solo"]').click();
  await page.getByText("The server cannot be reached").waitFor();
  await visitor.tour("offline");
  line.mend();
  await visitor.go("solo");
  await page.locator(".hm-takeable").first().waitFor();
  await visitor.leave();
  line.close();
});
