/// <reference lib="dom" />
import { fileURLToPath } from "node:url";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { compare, type JsonValue } from "@traffic-policy/policy-language";
import { DrawingError, drawPolicy, mermaidText } from "@traffic-policy/report/drawing";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { startChromium } from "../../playground/browser.ts";
import { sampled } from "../../seeded.ts";
import { everythingDrawn, hostileTexts, policyOf, type Drawn } from "./drawn-policies.ts";

let browser: Browser;
let page: Page;

/** What of Mermaid is used in the page. */
interface Mermaid {
  initialize(options: object): void;
  parse(text: string): Promise<unknown>;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
}

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.newPage();
  await page.setContent("<!doctype html><html><body></body></html>");
  await page.addScriptTag({ path: fileURLToPath(import.meta.resolve("@mermaid-js/tiny")) });
  await page.evaluate(() => {
    const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
    mermaid.initialize({ startOnLoad: false });
  });
});
afterAll(() => browser.close());

/** What Mermaid itself says about diagrams: the message of each that it refuses. */
function refused(texts: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
    const messages: string[] = [];
    for (const text of all) {
      await mermaid
        .parse(text)
        .catch((error: unknown) => messages.push(`${String(error)}\n${text}`));
    }
    return messages;
  }, texts);
}

/** The labels of the diagram that Mermaid draws. */
function labels(text: string): Promise<string[]> {
  return page.evaluate(async (one) => {
    const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
    const { svg } = await mermaid.render("diagram", one);
    const place = document.createElement("div");
    place.innerHTML = svg;
    const found = [...place.querySelectorAll(".nodeLabel")];
    return found
      .map((label) => label.innerHTML.replaceAll("<br>", "\n").replaceAll("<br/>", "\n"))
      .map((html) => {
        const holder = document.createElement("div");
        holder.innerHTML = html;
        return holder.textContent ?? "";
      });
  }, text);
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly isLit: boolean;
}

/** The edges of a diagram, and which are highlighted. */
function edgesOf(text: string): Edge[] {
  const lit = new Set(/linkStyle ([\d,]+) /.exec(text)?.[1]?.split(",").map(Number));
  return [...text.matchAll(/^ {2}(\w+) (?:-->|-\.->)(?:\|"[^"]*"\|)? (\w+)$/gm)].map(
    ([, from = "", to = ""], index) => ({ from, to, isLit: lit.has(index) }),
  );
}

const everything = await everythingDrawn();

test("Mermaid takes every diagram", async () => {
  const details = ["full", "brief", "matched"] as const;
  const texts = everything.flatMap(({ drawing }) =>
    details.map((detail) => mermaidText(drawing, { detail })),
  );
  // Most are the same in each detail.
  expect(await refused([...new Set(texts)])).toEqual([]);
});

test("Mermaid takes diagrams with any texts", async () => {
  const rule = fc.record({
    name: anyText({ maxLength: 60 }),
    expressions: fc.array(anyText({ maxLength: 60 }), { maxLength: 2 }),
    actions: fc.array(fc.record({ type: anyText({ maxLength: 30 }) }), { maxLength: 2 }),
  });
  const documents = sampled(fc.array(rule, { maxLength: 4 }), 150, 3000);
  const texts = await Promise.all(
    documents.map(async (inbound) =>
      mermaidText(drawPolicy(await compilePolicy({ inbound } as never)), { detail: "full" }),
    ),
  );
  expect(await refused(texts)).toEqual([]);
});

test("Mermaid takes diagrams that compare any texts", async () => {
  const texts = await Promise.all(
    hostileTexts.map(async (text, index) => {
      const other = hostileTexts[index + 1] ?? "other";
      const documentOf = (name: string): JsonValue => ({
        inbound: [
          { name: "same", actions: [{ type: "log", config: { metadata: { [name]: name } } }] },
          { name, actions: [{ type: name }] },
        ],
      });
      const [before, after] = [documentOf(text), documentOf(other)];
      const [one, policy] = [await compilePolicy(before), await compilePolicy(after)];
      const compared = { title: text, policy: one, comparison: compare(after, before) };
      return mermaidText(drawPolicy(policy, { before: compared }), { detail: "full" });
    }),
  );
  expect(texts.join("")).toContain(" -.- ");
  expect(await refused(texts)).toEqual([]);
});

test("it would be noticed if it did not", async () => {
  expect(await refused(["flowchart TD\n  end --> a[", "flowchart TD\n  a --> b"])).toEqual([
    expect.stringContaining("Parse error"),
  ]);
});

test("Mermaid shows each name as it is", async () => {
  const names = hostileTexts.filter((text) => text.trim() !== "" && text.length < 100);
  const policy = await compilePolicy({
    inbound: names.map((name) => ({ name, actions: [] })),
  });
  const shown = await labels(mermaidText(drawPolicy(policy), { detail: "full" }));
  const wanted = names.map((name, index) => {
    const line = name.split(/[\n\r]+/).map((part) => part.trim());
    // Of what a browser obeys or cannot hold, the escape.
    const one = (line.length === 1 ? name : line.join(" ")).replaceAll(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u001f\u007f\u202a-\u202e]|[\ud800-\udbff](?![\udc00-\udfff])/g,
      (mark) => (mark === "\t" ? "\\t" : `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );
    return `${index + 1} ${one}\nmatches everything`;
  });
  const invisible = /\u2060/g;
  expect(shown.map((text) => text.replaceAll(invisible, "").trim())).toEqual(
    expect.arrayContaining(wanted),
  );
});

test("each rule is a node, and each edge leads from a node to a node", () => {
  for (const { drawing } of everything) {
    const text = mermaidText(drawing, { detail: "full" });
    const nodes = new Set([...text.matchAll(/^ {2,4}(\w+)[[(]/gm)].map(([, id = ""]) => id));
    const rules = drawing.sections.flatMap((section) => section.rules);
    const ruleNodes = [...nodes].filter((id) => /^rule\d+$/.test(id));
    expect(ruleNodes).toEqual(rules.map((_, index) => `rule${index}`));
    for (const { from, to } of edgesOf(text)) {
      expect([nodes.has(from), nodes.has(to)]).toEqual([true, true]);
    }
  }
});

/** Where the highlighted edges lead, from the beginning; an edge of another path is a fault. */
function litPath(text: string): { readonly path: string[]; readonly others: number } {
  const lit = edgesOf(text).filter(({ isLit }) => isLit);
  const path = ["begin"];
  let others = lit.length;
  for (let next = lit.find(({ from }) => from === "begin"); next !== undefined;) {
    const { to } = next;
    path.push(to);
    others -= 1;
    next = lit.find(({ from }) => from === to);
  }
  return { path, others };
}

/** Where the trace says that the exchange came, from rule to rule, and how it ended. */
function tracedPath({ outcome, drawing }: Drawn): string[] {
  const rules = outcome?.trace?.rules ?? [];
  const sections = drawing.sections.filter(({ isAfterUpstream }) => !isAfterUpstream);
  const before = sections.flatMap((section) => section.rules).length;
  const isRun = outcome?.directions.at(-1)?.result !== "skipped";
  const come = rules.flatMap(({ result }, index) => {
    if (result === "skipped") return [];
    return [...(index === before ? ["upstream"] : []), `rule${index}`];
  });
  const isForwarded =
    outcome?.forwardedTo !== undefined || sections.every(({ result }) => result === "completed");
  const isThrough = outcome?.directions.at(-1)?.result === "completed";
  const upstream = isForwarded && !come.includes("upstream") ? ["upstream"] : [];
  return ["begin", ...come, ...upstream, ...(isThrough && isRun ? ["finish"] : [])];
}

test("the highlighted edges are one path, and it is that of the trace", () => {
  const traced = everything.filter(
    // With that option, an answered exchange goes on after the upstream, where no edge leads.
    ({ outcome, name }) => outcome !== undefined && !name.endsWith("exchange 2"),
  );
  expect(traced.length).toBeGreaterThan(80);
  for (const one of traced) {
    const { path, others } = litPath(mermaidText(one.drawing, { detail: "full" }));
    expect({ name: one.name, path, others }).toEqual({
      name: one.name,
      path: tracedPath(one),
      others: 0,
    });
  }
});

test("what is more than Mermaid draws is refused in a sentence", async () => {
  const policy = await compilePolicy(policyOf(600));
  const draw = (): string => mermaidText(drawPolicy(policy));
  expect(draw).toThrow(DrawingError);
  expect(draw).toThrow(
    /^The drawing has \d+ edges and \d+ characters; Mermaid draws 500 and 50000/,
  );
  const fewer = drawPolicy(await compilePolicy(policyOf(150)));
  expect(await refused([mermaidText(fewer)])).toEqual([]);
});
