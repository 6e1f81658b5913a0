import axe from "axe-core";
import type { Browser, Page } from "playwright-core";

const origin = "https://report.example";

/** How a page is looked at; the width is in pixels. */
export interface Look {
  readonly width: number;
  readonly colorScheme?: "light" | "dark";
}

/** How a page is served: by default, by a server that lets nothing but styles in. */
export interface Served {
  readonly policy?: string;
  readonly isScripted?: boolean;
}

export interface OpenedPage {
  readonly page: Page;
  /** Messages of its console, and what it asked for beside itself. */
  readonly wrong: readonly string[];
}

/** Opens a page that stands alone: a server sends it, and nothing else is there. */
export async function openAlone(
  browser: Browser,
  html: string,
  { width, colorScheme = "light" }: Look,
  { policy = "default-src 'none'; style-src 'unsafe-inline'", isScripted = true }: Served = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    javaScriptEnabled: isScripted,
    bypassCSP: false,
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    if (url === `${origin}/`) {
      const headers = { "content-security-policy": policy };
      await route.fulfill({ contentType: "text/html", body: html, headers });
      return;
    }
    wrong.push(`asks ${url}`);
    await route.abort();
  });
  await page.goto(`${origin}/`);
  return { page, wrong };
}

/** What is wrong with how a page looks: its width, its colours, and what axe finds. */
export async function flawsOf(page: Page, { width, colorScheme }: Look): Promise<string[]> {
  const shown = Number(await page.evaluate("document.documentElement.scrollWidth"));
  const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
  const expected = colorScheme === "dark" ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)";
  const found = await page.evaluate(`${axe.source};axe.run({ resultTypes: ["violations"] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))`);
  return [
    ...(shown === width ? [] : [`${shown} px wide`]),
    ...(ground === expected ? [] : [`on ${String(ground)}`]),
    ...(found as readonly string[]),
  ];
}
