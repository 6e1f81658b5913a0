/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svgText } from "@traffic-policy/report/drawing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textWidth, type Font } from "../../../packages/report/src/drawing/svg/text-width.ts";
import { startChromium } from "../../playground/browser.ts";
import { drawn, everythingDrawn, ownPolicies } from "./drawn-policies.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** A page with images in it, as a page that shows drawings has them. */
async function pageWith(svgs: readonly string[], colorScheme?: "light" | "dark"): Promise<Page> {
  const page = await browser.newPage({ colorScheme: colorScheme ?? null });
  const body = svgs.map((svg) => `<div>${svg}</div>`).join("\n");
  await page.setContent(
    `<!doctype html><html lang="en"><title>Drawings</title><main>${body}</main>`,
  );
  return page;
}

/** The texts that are wider than what they are in, of all images of a page. */
function textsOutside(): string[] {
  const outside: string[] = [];
  for (const text of document.querySelectorAll<SVGTextElement>("text")) {
    const box = text.getBBox();
    const around = text.parentElement?.closest("svg");
    const isRoot = around?.classList.contains("traffic-policy-drawing") === true;
    // A text beside a card or in a station stands in the rectangle before it.
    const before = text.previousElementSibling ?? text.parentElement?.querySelector("rect");
    const rect = before?.tagName === "rect" ? (before as SVGRectElement).getBBox() : undefined;
    const left = isRoot ? (rect?.x ?? 0) : 0;
    const width = isRoot ? (rect?.width ?? Number(around?.getAttribute("width"))) : 0;
    const right = isRoot ? left + width : Number(around?.getAttribute("width"));
    if (box.width > 0 && (box.x < left || box.x + box.width > right)) {
      outside.push(
        `${text.textContent?.slice(0, 60)}: ${box.x} + ${box.width} in ${left} to ${right}`,
      );
    }
  }
  return outside;
}

describe.each([800, 360])("drawn %i pixels wide", (width) => {
  test.each(["full", "brief"] as const)("no text leaves its box: %s", async (detail) => {
    const all = await everythingDrawn();
    const svgs = all.map(({ drawing }) => svgText(drawing, { width, detail }));
    const page = await pageWith(svgs);
    expect(await page.locator("text").count()).toBeGreaterThan(2000);
    expect(await page.evaluate(textsOutside)).toEqual([]);
    await page.close();
  });
});

test("texts of one card do not lie on each other", async () => {
  const all = await Promise.all(ownPolicies.map((one) => drawn(one)));
  const page = await pageWith(all.flat().map(({ drawing }) => svgText(drawing)));
  const overlaps = await page.evaluate(() =>
    [...document.querySelectorAll("svg[role=none]")].flatMap((card) => {
      const boxes = [...card.querySelectorAll<SVGTextElement>("text")]
        .map((text) => ({ text: text.textContent, box: text.getBBox() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap((one, index) =>
        boxes.slice(index + 1).flatMap((other) => {
          const isBeside =
            one.box.x + one.box.width <= other.box.x || other.box.x + other.box.width <= one.box.x;
          // Lines may touch: a box has room for letters that no text here has.
          const isBelow = Math.abs(one.box.y - other.box.y) >= 12;
          return isBeside || isBelow ? [] : [`${one.text} / ${other.text}`];
        }),
      );
    }),
  );
  expect(overlaps).toEqual([]);
  await page.close();
});

test("no ASCII text is wider than its estimate, nor much narrower", async () => {
  const page = await pageWith([]);
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const sentence = "Refuse large posts from some countries, and answer 451 to the others.";
  const fonts: [Font, string][] = [
    [{ family: "sans", size: 100 }, "100px DejaVu Sans"],
    [{ family: "sans", size: 100, isBold: true }, "bold 100px DejaVu Sans"],
    [{ family: "mono", size: 100 }, "100px DejaVu Sans Mono"],
    [{ family: "mono", size: 100 }, "100px Liberation Mono"],
  ];
  for (const [font, css] of fonts) {
    const measured = await page.evaluate(
      ([given, texts]) => {
        const context = document.createElement("canvas").getContext("2d");
        if (context === null) return [];
        context.font = given;
        return texts.map((text) => context.measureText(text).width);
      },
      [css, [...ascii, sentence]] as const,
    );
    const narrow = ascii.filter((one, index) => textWidth(one, font) < (measured[index] ?? 0));
    expect(narrow, css).toEqual([]);
    expect(textWidth(sentence, font) / (measured.at(-1) ?? 0), css).toBeLessThan(1.12);
  }
  await page.close();
});

test("a drawing in a page has no faults that assistive technology stumbles over", async () => {
  const all = await Promise.all(ownPolicies.map((one) => drawn(one)));
  const svgs = all.flat().map(({ drawing }) => svgText(drawing));
  const page = await pageWith(svgs);
  const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
  await page.addScriptTag({ content: readFileSync(axe, "utf8") });
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(context: string, options: object): Promise<{ violations: { id: string }[] }> };
    };
    return (await checker.run("main", { resultTypes: ["violations"] })).violations;
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.close();
});

interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** The contrast of each text of a page with what is behind the texts there. */
function contrasts(): Contrast[] {
  const channels = (color: string): number[] => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = [".ground", ".box"].map((one) => {
    const found = document.querySelector(one);
    return found === null ? 0 : luminance(getComputedStyle(found).fill);
  });
  return [...document.querySelectorAll("text")].map((text) => {
    const own = luminance(getComputedStyle(text).fill);
    const ratios = behind.map(
      (other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05),
    );
    return { text: text.textContent ?? "", ratio: Math.min(...ratios) };
  });
}

test.each(["light", "dark"] as const)("every text can be read in %s", async (scheme) => {
  const all = await Promise.all(ownPolicies.map((one) => drawn(one)));
  const page = await pageWith(
    all.flat().map(({ drawing }) => svgText(drawing)),
    scheme,
  );
  const faint = (await page.evaluate(contrasts)).filter(({ ratio }) => ratio < 4.5);
  expect(faint).toEqual([]);
  const ground = await page.evaluate(
    () => getComputedStyle(document.querySelector(".ground") ?? document.body).fill,
  );
  expect(ground).toBe(scheme === "light" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
  await page.close();
});

test("a page sets the colours", async () => {
  const [one] = await drawn({ name: "One", document: {} });
  if (one === undefined) throw new Error("It is not drawn.");
  const page = await pageWith([svgText(one.drawing)], "dark");
  await page.addStyleTag({ content: "main { --drawing-ground: rgb(1, 2, 3); }" });
  const ground = await page.evaluate(
    () => getComputedStyle(document.querySelector(".ground") ?? document.body).fill,
  );
  expect(ground).toBe("rgb(1, 2, 3)");
  await page.close();
});
