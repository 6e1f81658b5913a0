// Opens pages of the built site in Chromium, under the policy that it may be served with: nothing may go wrong, and
// nobody else may be asked for anything. `npm run site` builds it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serveFolder, startChromium, watch } from "../test/playground/browser.ts";

const folder = fileURLToPath(new URL("../docs/.vitepress/dist", import.meta.url));
if (!existsSync(folder)) {
  console.error("There is no site yet: npm run site");
  process.exit(2);
}
const pages = [
  { path: "/", ready: ".tp-result" },
  { path: "/playground.html", ready: ".tp-result" },
  { path: "/guide.html", ready: "h1" },
  { path: "/linting.html", ready: "h1" },
  { path: "/rules/", ready: "h1" },
];
const served = await serveFolder(folder);
const browser = await startChromium();
let isWrong = false;
for (const { path, ready } of pages) {
  for (const width of [360, 1366]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const wrong = watch(page, served.origin);
    await page.goto(`${served.origin}${path}`);
    try {
      await page.locator(ready).first().waitFor({ timeout: 30_000 });
    } catch {
      wrong.push(`does not show ${ready}`);
    }
    const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    if (isTooWide === true) wrong.push("is wider than the window");
    for (const one of wrong) console.error(`${path}, ${width} pixels: ${one}`);
    isWrong ||= wrong.length > 0;
    await context.close();
  }
}
await browser.close();
await served.close();
if (isWrong) process.exit(1);
console.log(`${pages.length} pages of the site work under its policy.`);
