// Looks at the built site: for links that lead nowhere, and at pages of each kind in Chromium, under the policy that the
// site may be served with: nothing may go wrong, be wider than its page or hard to reach, and nobody else may be asked
// for anything. `npm run site` builds it.
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
  { path: "/benchmarks.html", ready: "h1" },
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
