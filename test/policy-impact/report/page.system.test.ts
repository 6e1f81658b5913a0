import type { Impact } from "@traffic-policy/policy-impact/internal";
import { impactHtml } from "@traffic-policy/policy-impact/report";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flawsOf, openAlone, type Look, type OpenedPage, type Served } from "../../page-alone.ts";
import { startChromium } from "../../playground/browser.ts";
import {
  deniedBy,
  emptyImpact,
  forwarded,
  impactOfPassages,
  names,
  passage,
  unknown,
  week,
} from "./made-impact.ts";

// A server that lets in no style.
const nothing = "sandbox; default-src 'none'";

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const open = (impact: Impact, look: Look, served?: Served): Promise<OpenedPage> =>
  openAlone(browser, impactHtml(impact, names), look, served);

const long = `${"/a-segment-of-a-path".repeat(20)}`;
const impacts: Readonly<Record<string, Impact>> = {
  week,
  empty: emptyImpact,
  "all unknown": impactOfPassages([passage(unknown, unknown, 3)], {
    reasons: [{ cause: { kind: "missing", name: "client_ip" }, count: 3 }],
  }),
  "long names": impactOfPassages([passage(forwarded, deniedBy(1, long), 3)], {
    rules: [[], [{ path: "/inbound/0", name: long, count: 3, unknown: 0 }]],
    dimensions: {
      path: { values: 1, rows: [{ value: long, changed: 3, newlyDenied: 3, newlyForwarded: 0 }] },
    },
  }),
};

const cases = Object.keys(impacts).flatMap((name) =>
  [360, 1366].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ name, width, colorScheme })),
  ),
);

test.each(cases)(
  "$name, $width px wide, $colorScheme: axe finds nothing, and the page fits and asks for nothing",
  async ({ name, ...look }) => {
    const { page, wrong } = await open(impacts[name] ?? emptyImpact, look);
    await page.evaluate(
      "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
    );
    expect(await flawsOf(page, look)).toEqual([]);
    expect(wrong).toEqual([]);
    await page.context().close();
  },
);

test("without scripts and styles, all figures are read, and bars have their lengths", async () => {
  const { page } = await open(week, { width: 1366 }, { policy: nothing, isScripted: false });
  const text = await page.locator("main").innerText();
  for (const figure of ["48,112,930", "312", "1,204", "296,303"]) expect(text).toContain(figure);
  const widths = await page
    .getByRole("region", { name: "What changes", exact: true })
    .locator("rect")
    .evaluateAll((all) => all.map((one) => one.getAttribute("width")))
    .catch(() => undefined);
  expect(widths?.slice(0, 2)).toEqual(["100%", "24.92%"]);
  await page.context().close();
});

test("each plot has a table with its figures in the same section", async () => {
  const { page } = await open(week, { width: 1366 });
  const sections = page.locator("section:has(svg)");
  expect(await sections.count()).toBe(7);
  for (const section of await sections.all()) {
    expect(await section.getByRole("table").count()).toBeGreaterThan(0);
    expect(await section.getByRole("heading", { level: 2 }).count()).toBe(1);
  }
  await page.context().close();
});

test("on a phone, each row is a card with its headings, and no table scrolls", async () => {
  const { page } = await open(week, { width: 360 });
  const regions = page.locator(".scroll");
  expect(await regions.count()).toBeGreaterThan(5);
  expect(
    await regions.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth)),
  ).toEqual((await regions.all()).map(() => 0));
  const changes = page.getByRole("table", { name: "What changes" });
  const [card] = await changes.getByRole("row").filter({ hasText: "1,204" }).all();
  const shown = await card?.locator("td:not(.bar)").evaluateAll((cells) =>
    cells.map((cell) => {
      const { content, display } = getComputedStyle(cell, "::before");
      return [content, display === "none" ? "hidden" : cell.textContent];
    }),
  );
  expect(shown).toEqual([
    ['"count"', "1,204"],
    ['"share"', "75 %"],
    ['"from → to"', expect.stringContaining("→ forwarded")],
  ]);
  await page.context().close();
});
