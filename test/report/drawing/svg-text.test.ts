import type { Document, Element } from "@xmldom/xmldom";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { drawPolicy, svgText, usualDetail, type Detail } from "@traffic-policy/report/drawing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seededAsync, whileTime } from "../../seeded.ts";
import { drawn, everythingDrawn, hostileTexts, policyOf } from "./drawn-policies.ts";
import { elements, parsed, ruleElements, shownTexts, rulesOf } from "./svg-document.ts";

const everything = await everythingDrawn();
const detailed: readonly Detail[] = ["full", "brief"];

function titles(of: Document | Element): string[] {
  return elements(of, "title").map((one) => one.textContent ?? "");
}

test("each image is XML in which each rule stands once, in order, with what became of it", () => {
  expect(everything.length).toBeGreaterThan(150);
  for (const one of whileTime(everything, 30)) {
    for (const detail of detailed) {
      const rules = ruleElements(parsed(svgText(one.drawing, { detail })));
      expect(rules.map((rule) => rule.getAttribute("data-path"))).toEqual(
        rulesOf(one).map(({ path }) => path),
      );
      const traced = one.outcome?.trace?.rules;
      for (const [index, rule] of rules.entries()) {
        const isNever = rulesOf(one)[index]?.reach === "never";
        expect(rule.getAttribute("data-result")).toBe(
          isNever ? null : (traced?.[index]?.result ?? null),
        );
      }
    }
  }
});

test("nothing in an image is run, asked for from elsewhere, or referred to by a name", () => {
  const known = new Set("svg title desc style rect circle path g text".split(" "));
  for (const { drawing } of everything) {
    const svg = svgText(drawing);
    const document = parsed(svg);
    const all = elements(document, "*");
    expect(all.map(({ localName }) => localName).filter((name) => !known.has(name ?? ""))).toEqual(
      [],
    );
    const attributes = new Set(
      all.flatMap((one) => [...one.attributes].map(({ nodeName }) => nodeName)),
    );
    expect([...attributes].filter((name) => /^(?:on|href|xlink|id|src|style)/.test(name))).toEqual(
      [],
    );
    expect(elements(document, "style").map((one) => one.textContent)).toEqual([
      expect.not.stringMatching(/url\(|@import/),
    ]);
  }
});

test("every expression and action of a rule has its path, so that a page finds it", () => {
  for (const one of whileTime(everything, 30)) {
    const document = parsed(svgText(one.drawing, { detail: "full" }));
    const paths = elements(document, "g").map((part) => part.getAttribute("data-path"));
    for (const { expressions, actions } of rulesOf(one)) {
      expect(paths).toEqual(
        expect.arrayContaining([...expressions, ...actions].map(({ path }) => path)),
      );
    }
  }
});

/** Lines of a path as `M42 70V104`, by their ends. */
function linesOf(document: Document, look: string): { from: number[]; to: number[] }[] {
  const path = elements(document, "path").find((one) => one.getAttribute("class") === look);
  const lines = path?.getAttribute("d")?.matchAll(/M([\d.]+) ([\d.]+)([VH])([\d.]+)/g) ?? [];
  return [...lines].map(([, x = "", y = "", way, end = ""]) => ({
    from: [Number(x), Number(y)],
    to: way === "V" ? [Number(x), Number(end)] : [Number(end), Number(y)],
  }));
}

test("the highlighted lines lead to each rule that the exchange comes to, and into those that match", () => {
  const traced = everything.filter(({ outcome }) => outcome !== undefined);
  let [come, entered] = [0, 0];
  for (const one of traced) {
    for (const detail of detailed) {
      const document = parsed(svgText(one.drawing, { detail }));
      const lit = linesOf(document, "lit");
      const rules = ruleElements(document);
      for (const [index, { result, actions = [] }] of (one.outcome?.trace?.rules ?? []).entries()) {
        const [node] = elements(rules[index] ?? document, "rect");
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
          Number(node?.getAttribute(name)),
        ) as [number, number, number, number];
        const isLedTo = lit.some(({ from, to }) => from[0] === to[0] && to[1] === y);
        const isLedInto = lit.some(
          ({ from }) => from[0] === x + width && from[1] === y + height / 2,
        );
        const isPassed = lit.some(({ from, to }) => from[0] === to[0] && from[1] === y + height);
        const place = `${one.name} ${index} ${detail}`;
        expect(isLedTo, place).toBe(result !== "skipped");
        const isMatched = actions.some((action) => action.result !== "skipped");
        expect(isLedInto, place).toBe(isMatched || result === "matched");
        // Past a rule that matched, a drawing may lead through its card or below its number.
        const wanted = result === "matched" ? isPassed : result === "not-matched";
        expect(isPassed, place).toBe(wanted);
        come += Number(isLedTo);
        entered += Number(isLedInto);
      }
    }
  }
  expect(come).toBeGreaterThan(entered);
  expect(entered).toBeGreaterThan(100);
});

test("without an exchange, no line is highlighted", () => {
  const plain = everything.filter(({ outcome }) => outcome === undefined);
  const lit = plain.filter(({ drawing }) => svgText(drawing).includes('class="lit"'));
  expect(lit).toEqual([]);
});

describe("a text is shown in one line and kept whole", () => {
  test.each(hostileTexts.filter((text) => text.trim() !== ""))("%j", async (text) => {
    const policy = await compilePolicy({
      inbound: [{ name: text, expressions: [text], actions: [{ type: "deny" }] }],
    });
    const document = parsed(svgText(drawPolicy(policy, { title: text })));
    const parts = [...shownTexts(document), ...titles(document)];
    // What is not to be obeyed is escaped, and XML has no place for the last two characters.
    const escaped = (one: string): string =>
      JSON.stringify(one)
        .slice(1, -1)
        .replaceAll(/\\(["\\])/g, "$1")
        .replaceAll(
          /[\u007f\u202a-\u202e]/g,
          (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
        )
        .replaceAll(/[\ufffe\uffff]/g, "");
    const wholes = new Set([escaped(text), text.split("\n").map(escaped).join("\n")]);
    expect(parts.some((part) => wholes.has(part))).toBe(true);
  });
});

test("any texts make an image that is XML", async () => {
  const text = anyText({ maxLength: 80 });
  const rule = fc.record({
    name: text,
    expressions: fc.array(text, { maxLength: 2 }),
    actions: fc.array(
      fc.record({ type: text, config: fc.dictionary(text, text, { maxKeys: 2 }) }),
      {
        maxLength: 2,
      },
    ),
  });
  await seededAsync(
    fc.asyncProperty(fc.array(rule, { maxLength: 3 }), fc.nat(1200), async (inbound, width) => {
      const policy = await compilePolicy({ inbound } as never);
      const document = parsed(svgText(drawPolicy(policy), { width }));
      expect(ruleElements(document)).toHaveLength(inbound.length);
    }),
    150,
    2000,
  );
});

describe("how much is drawn", () => {
  test("a few rules in full, many in a line each, and of many those that an exchange matches", async () => {
    const [few] = await drawn({ name: "few", document: policyOf(40) });
    expect(few && usualDetail(few.drawing)).toBe("full");
    const [many, ...traced] = await drawn({ name: "many", document: policyOf(41) });
    expect(many && usualDetail(many.drawing)).toBe("brief");
    expect(traced.map(({ drawing }) => usualDetail(drawing))).toEqual([
      "matched",
      "matched",
      "matched",
    ]);
  });

  test("with `matched`, the others are counted, and none is lost", () => {
    for (const one of everything.filter(({ outcome }) => outcome !== undefined)) {
      const document = parsed(svgText(one.drawing, { detail: "matched" }));
      const shown = ruleElements(document);
      const decisive = rulesOf(one).filter(
        ({ result }) => result === "matched" || result === "failed",
      );
      expect(shown.map((rule) => rule.getAttribute("data-path"))).toEqual(
        decisive.map(({ path }) => path),
      );
      const counted = elements(document, "g")
        .filter((part) => part.getAttribute("role") === "listitem" && !shown.includes(part))
        .flatMap((part) => shownTexts(part))
        .map((text) => Number(/^(\d+) rules \(\d+ to \d+\): not \w+$/.exec(text)?.[1] ?? 1));
      const all = counted.reduce((sum, count) => sum + count, shown.length);
      expect(all).toBe(rulesOf(one).length);
    }
  });

  test("two thousand rules take no more room each than fifty", async () => {
    for (const detail of detailed) {
      const sizes = [];
      for (const rules of [50, 2000]) {
        const policy = await compilePolicy(policyOf(rules));
        const svg = svgText(drawPolicy(policy), { detail });
        expect(svg.match(/role="listitem"/g)).toHaveLength(rules);
        sizes.push(svg.length / rules);
      }
      const [few = 0, many = 0] = sizes;
      expect(many / few).toBeLessThan(1.2);
    }
  });
});

test("an image says what it shows, for who does not see it", async () => {
  const { drawing } = (await drawn({ name: "One", document: policyOf(1) }))[1] ?? {};
  if (drawing === undefined) throw new Error("It is not drawn.");
  const document = parsed(svgText(drawing));
  expect(titles(document)[0]).toBe("One, exchange 0");
  expect(elements(document, "desc").map((one) => one.textContent)).toEqual([
    "A traffic policy for http, in the order in which it runs: inbound with 1 rule, outbound with no rules. Highlighted is the path of one exchange. https://example.com/: forwarded.",
  ]);
  expect(elements(document, "g").map((one) => one.getAttribute("aria-label"))).toContain(
    "Rule 1, Rule about 0",
  );
});

test("what only a reader knows is said: what ends, what goes on, and what nothing gets to", async () => {
  const policy = await compilePolicy({
    inbound: [
      { name: "A", expressions: ["true"], actions: [{ type: "redirect", config: { to: "/" } }] },
      { name: "B", expressions: ["true"], actions: [{ type: "deny" }, { type: "log" }] },
      { name: "C", actions: [{ type: "deny", config: { status_code: 410 } }] },
      { name: "D", actions: [] },
    ],
    outbound: [{ name: "E", actions: [{ type: "teapot" }] }],
  });
  const texts = shownTexts(parsed(svgText(drawPolicy(policy))));
  expect(texts).toEqual(
    expect.arrayContaining([
      "ends processing when the URL changes",
      "redirected 302",
      "does not match, or does not end",
      "does not match",
      "is never reached",
      "refused 410",
      "nothing goes on",
      "never reached",
      "Open question: Whether rules after the upstream run for an answer of one before.",
      'Whether "teapot" ends processing is not known.',
      "may end",
    ]),
  );
});
