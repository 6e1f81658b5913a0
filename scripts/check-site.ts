// Looks at the built site: for links that lead nowhere, and at pages of each kind in Chromium, under the policy that the
// site may be served with: nothing may go wrong, be wider than its page or hard to reach, and nobody else may be asked
// for anything. `npm run site` builds it.
/// <reference lib="dom" />
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { axeViolations } from "../test/playground/axe-violations.ts";
import { serveFolder, startChromium, watch } from "../test/playground/browser.ts";
import { deadLinks } from "./built-links.ts";

const folder = fileURLToPath(new URL("../docs/.vitepress/dist", import.meta.url));
if (!existsSync(folder)) {
  console.error("There is no site yet: npm run site");
  process.exit(2);
}
const pages = [
  { path: "/", ready: ".tp-tag-fail", use: mend },
  { path: "/playground.html", ready: ".tp-result" },
  { path: "/guide.html", ready: "h1" },
  { path: "/linting.html", ready: ".t-red" },
  { path: "/simulating.html", ready: ".t-green" },
  { path: "/command.html", ready: "h1" },
  { path: "/catalogue/phases/actions.html", ready: "h1" },
  { path: "/benchmarks.html", ready: "main img", use: darken },
  { path: "/architecture.html", ready: "main img", use: darken },
  { path: "/drawing.html", ready: "main img", use: darken },
  { path: "/rules/", ready: ".rule-filters", use: filter },
  { path: "/rules/action/cidr.html", ready: ".t-red" },
];
const widths = [360, 768, 1024, 1366];
const faults = deadLinks(folder);
const served = await serveFolder(folder);
const browser = await startChromium();
for (const { path, ready, use } of pages) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 } });
  const page = await context.newPage();
  const wrong = watch(page, served.origin);
  await page.goto(`${served.origin}${path}`);
  try {
    await page.locator(ready).first().waitFor({ timeout: 30_000 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const one of await axeViolations(page)) wrong.push(`${colorScheme}: ${one}`);
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (isTooWide === true) wrong.push(`is wider than a window of ${width} pixels`);
    }
    if ((await page.locator("main").count()) !== 1) wrong.push("has not one <main>");
    await use?.(page);
  } catch (error) {
    wrong.push(String(error));
  }
  faults.push(...wrong.map((one) => `${path}: ${one}`));
  await context.close();
}
await browser.close();
await served.close();
for (const one of faults) console.error(one);
if (faults.length > 0) process.exit(1);
console.log(`${pages.length} pages of the site work under its policy, and no link is dead.`);

/** Pictures are dark or light as their page, also where somebody chose the other of what the system prefers. */
async function darken(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 800 });
  for (const [system, isDark] of [
    ["light", true],
    ["dark", false],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await page.locator(isDark ? "html:not(.dark)" : "html.dark").waitFor();
    await page.getByRole("switch").first().click();
    await page.locator(isDark ? "html.dark" : "html:not(.dark)").waitFor();
    for (const picture of await page.locator("main img").all()) {
      const png = await picture.screenshot();
      const lightness = await page.evaluate(meanLightness, png.toString("base64"));
      if (isDark !== lightness < 0.5) {
        const name = await picture.getAttribute("src");
        throw new Error(`${name} is ${isDark ? "white in the dark" : "dark on a light page"}`);
      }
    }
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator("main img").first().waitFor();
  }
}

/** Of all pixels of a picture, in the browser: 0 is black, 1 is white. */
async function meanLightness(png: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
  let sum = 0;
  for (const value of data) sum += value;
  // A screenshot hides nothing: a quarter of the values is that each pixel is opaque.
  return (sum / (data.length / 4) - 255) / (3 * 255);
}

/** The refuted policy of the front page is mended with one click. */
async function mend(page: Page): Promise<void> {
  await page.getByText("GET https://example.com/admin").first().waitFor();
  await page.getByRole("button", { name: "Mend it" }).click();
  await page.getByText("1 proved").first().waitFor();
}

/** The filters of the rules hide the others. */
async function filter(page: Page): Promise<void> {
  await page.getByLabel("Fix").selectOption("unsafe");
  const shown = page.locator(".vp-doc tbody tr:visible");
  const all = await page.locator(".vp-doc tbody tr").count();
  const count = await shown.count();
  if (count === 0 || count === all) throw new Error(`${count} of ${all} rules are shown`);
}
