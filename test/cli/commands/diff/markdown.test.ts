import { compare, type JsonObject } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TargetDiff } from "../../../../packages/cli/src/commands/diff/compare-targets.ts";
import { diffMarkdown } from "../../../../packages/cli/src/commands/diff/report.ts";
import { visible } from "@traffic-policy/report";
import { elements, hostile, ours, rendered, texts } from "../../../rendered-markdown.ts";
import { seeded } from "../../../seeded.ts";

function diffOf(name: string, local: JsonObject, stored: JsonObject): TargetDiff {
  return { ...target(name), comparison: compare(local, stored) };
}

function target(name: string): Omit<TargetDiff, "comparison" | "error"> {
  const place = { kind: "tcp-edge", edge: "edge_1" } as const;
  return { name, target: place };
}

function ruleOf(name: string, value: string): JsonObject {
  return { inbound: [{ name, actions: [{ type: "log", config: { [value]: value, same: 1 } }] }] };
}

test("names and values show as they are, and nothing breaks out of its place", () => {
  const property = fc.property(hostile, hostile, hostile, (name, rule, value) => {
    const diffs = [
      diffOf(name, ruleOf(rule, value), ruleOf(rule, `${value}.`)),
      diffOf(`${name}2`, {}, ruleOf(rule, value)),
      { ...target(`${name}3`), error: new Error(`It failed: ${value}`) },
    ];
    const root = rendered(diffMarkdown(diffs));
    const used = new Set(elements(root, "*").map(({ tagName }) => tagName));
    expect([...used].filter((tag) => !ours.includes(tag))).toEqual([]);

    const rows = elements(root, "tr").slice(1);
    expect(rows.map((row) => elements(row, "td").length)).toEqual([4, 4, 4]);
    const shown = [`${name}3`, name, `${name}2`].map(visible);
    const cells = rows.map((row) => elements(row, "td")[0]?.textContent ?? "");
    expect(cells.map(squeezed)).toEqual(shown.map(squeezed));
    expect(texts(root, "summary")).toEqual([visible(name), visible(`${name}2`)]);

    const blocks = elements(root, "pre");
    expect(blocks.length).toBe(2);
    const removed = (blocks[1]?.textContent ?? "")
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => line.slice(2));
    expect(JSON.parse(removed.join("\n"))).toEqual(
      JSON.parse(JSON.stringify(ruleOf(rule, value)))["inbound"][0],
    );
  });
  seeded(property, 300);
});

/** Spaces are not told apart in a cell. */
function squeezed(text: string): string {
  return text.replaceAll(/ +/g, " ").trim();
}

describe("a comment holds 65,536 characters", () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    diffOf(`target-${index}`, ruleOf("a", "x".repeat(300)), {}),
  );

  test("what does not fit is left out, and counted", () => {
    const markdown = diffMarkdown(many);
    expect(markdown.length).toBeLessThanOrEqual(65_536);
    expect(markdown.length).toBeGreaterThan(60_000);
    const root = rendered(markdown);
    const rows = elements(root, "tr").length - 1;
    const parts = elements(root, "details").length;
    expect(texts(root, "p").join("\n")).toContain(
      `${400 - rows} more targets are not in this table.`,
    );
    expect(texts(root, "p").at(-1)).toMatch(
      new RegExp(`^The differences of ${400 - parts} targets are omitted`),
    );
    expect(parts).toBeGreaterThan(10);
  });

  test("one target with too many differences shows as many as there is room for", () => {
    const rules = (end: string) => ({
      inbound: Array.from({ length: 3000 }, (_, index) => ({
        name: `rule ${index}`,
        actions: [{ type: "deny", config: { status_code: `${index}${end}` } }],
      })),
    });
    const markdown = diffMarkdown([diffOf("web", rules("a"), rules("b"))]);
    expect(markdown.length).toBeLessThanOrEqual(65_536);
    expect(markdown.length).toBeGreaterThan(64_000);
    const [block = ""] = texts(rendered(markdown), "code").slice(-1);
    const lines = block.trimEnd().split("\n");
    expect(lines.at(-1)).toBe(`… ${3000 * 3 - (lines.length - 1)} more lines omitted`);
  });

  test.each(["`", "|", "@", "<", "\u{1f600}", "\ud800", "a b "])(
    "also with very long names and values of %j",
    (unit) => {
      const long = unit.repeat(20_000 / unit.length);
      const diffs = Array.from({ length: 10 }, (_, index) =>
        diffOf(`${index}${long}`, ruleOf(long, long), ruleOf(`${long}.`, `${long}.`)),
      );
      expect(diffMarkdown(diffs).length).toBeLessThanOrEqual(65_536);
    },
  );
});

test("identical targets are rows, or a number when they are many", () => {
  const same = (count: number): string =>
    diffMarkdown(Array.from({ length: count }, (_, index) => diffOf(`t${index}`, {}, {})));
  expect(same(20).match(/\| identical \|/g)).toHaveLength(20);
  expect(same(21)).toBe("### Traffic policies\n\n21 targets: 21 identical.\n\n");
});
