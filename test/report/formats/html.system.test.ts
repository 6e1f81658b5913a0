import { siteSvg } from "@traffic-policy/report/drawing";
import html from "@traffic-policy/report/formats/html";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flawsOf, openAlone } from "../../page-alone.ts";
import { startChromium } from "../../playground/browser.ts";
import { context, diagnostic, report, withWitness } from "../sample.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const long = "/a-segment-of-a-path".repeat(20);
const picture = siteSvg({
  endpoints: [
    { url: "https://shop.example", isEntry: true, checks: ["oauth"], isUnread: false },
    { url: "https://api.internal", isEntry: false, checks: [], isUnread: false, server: "8080" },
  ],
  forwards: [{ from: 0, to: 1, url: "https://api.internal", rule: "API" }],
  leftOut: 1,
});
const page = html(
  report(
    [
      withWitness,
      diagnostic({ severity: "warning", message: long }),
      diagnostic({ severity: "info" }),
    ],
    {
      failures: [{ file: "bad.ts", message: "It throws no." }],
      notChecked: [{ file: long, reason: "it is no plan" }],
      pictures: [picture],
      sections: [true, false, undefined].map((isGood) => ({
        name: long,
        columns: ["file", "result"],
        result: "1 refuted",
        ...(isGood !== undefined && { isGood }),
        subject: "what was refuted",
        lines: [`  ✗ ${long}`],
        findings: [],
      })),
    },
  ),
  context({ "web.json": `{\n    ${long}\n}` }),
);

const looks = [360, 1366].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.each(looks)(
  "$width px wide, $colorScheme: axe finds nothing, and the page fits and asks for nothing",
  async (look) => {
    const opened = await openAlone(browser, page, look);
    expect(await flawsOf(opened.page, look)).toEqual([]);
    expect(opened.wrong).toEqual([]);
    await opened.page.context().close();
  },
);

test("the picture has its colours", async () => {
  const opened = await openAlone(browser, page, { width: 800, colorScheme: "dark" });
  const ground = opened.page.locator("svg .ground");
  expect(await ground.evaluate((one) => getComputedStyle(one).fill)).toBe("rgb(13, 17, 23)");
  await opened.page.context().close();
});
