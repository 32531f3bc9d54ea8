// Draws the icons of public/ from public/icon.svg, with the browser that the tests use. Run it from
// web/ when the drawing changes: node tools/icons.mjs

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const GROUND = "#f4efe4";
/** Name, side, and how much of it the drawing takes: a mask may cut away what is outside the middle. */
const ICONS = [
  ["icon-192.png", 192, 1, "transparent"],
  ["icon-512.png", 512, 1, "transparent"],
  ["icon-maskable-512.png", 512, 0.66, GROUND],
  ["icon-apple-180.png", 180, 0.8, GROUND],
];

const folder = new URL("../public/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder), "utf-8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const [name, side, part, ground] of ICONS) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  const style = `margin:0;height:100vh;display:grid;place-items:center;background:${ground}`;
  await page.setContent(`<body style="${style}"><div style="width:${part * 100}%">${drawing}</div>`);
  await page.locator("svg").evaluate((svg) => (svg.style.display = "block"));
  await page.screenshot({ path: fileURLToPath(new URL(name, folder)), omitBackground: true });
  await page.close();
}
await browser.close();
