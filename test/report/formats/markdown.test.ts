import markdownReport from "@traffic-policy/report/formats/markdown";
import { shareOfComment } from "@traffic-policy/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { elements, hostile, ours, rendered, texts } from "../../rendered-markdown.ts";
import { seeded } from "../../seeded.ts";
import { context, diagnostic, report, withWitness } from "../sample.ts";

test("findings are rows, what is worst first, and what could not be linted stands before them", () => {
  const findings = [
    diagnostic({ severity: "info", message: "Perhaps." }),
    diagnostic({ severity: "warning", message: "Probably.", help: "Do it." }),
    diagnostic(),
  ];
  const failures = [{ file: "b.json", message: "It is broken.", position: { line: 3, column: 1 } }];
  const root = rendered(markdownReport(report(findings, { failures }), context()));
  expect(texts(root, "p")).toEqual([
    "1 error, 1 warning, 1 info in 1 file, 1 file could not be linted.",
  ]);
  const rows = elements(root, "tr").slice(1);
  expect(rows.map((row) => texts(row, "td"))).toEqual([
    ["not linted", "b.json:3", "It is broken.", ""],
    ["error", "web.json:2", "A name is missing here.", "expression/syntax"],
    ["warning", "web.json:2", "Probably.Do it.", "expression/syntax"],
    ["info", "web.json:2", "Perhaps.", "expression/syntax"],
  ]);
});

test("equal findings of more than five places are one row, unless all are asked for", () => {
  const findings = Array.from({ length: 300 }, (_, index) => {
    const start = { line: index + 1, column: 1 };
    return diagnostic({ location: { file: `${index % 3}.json`, start, end: start } });
  });
  const staging = diagnostic({ message: "Only there.", environments: ["staging"] });
  const found = report([...findings, staging]);
  const rows = elements(rendered(markdownReport(found, context())), "tr").slice(1);
  expect(rows.map((row) => texts(row, "td"))).toEqual([
    ["error", "0.json:1 (300 times in 3 files)", "A name is missing here.", "expression/syntax"],
    ["error", "web.json:2", "Only there.", "expression/syntax (staging)"],
  ]);
  const all = rendered(markdownReport(found, { ...context(), all: true }));
  expect(elements(all, "tr").length).toBeGreaterThan(100);
});

test("nothing found is one sentence", () => {
  expect(markdownReport(report([]), context())).toBe("### Lint\n\nNo findings in 1 file.\n");
});

test("what a baseline leaves out is said", () => {
  const root = rendered(
    markdownReport(report([], { baseline: { known: 2, stale: 0 } }), context()),
  );
  expect(texts(root, "p")).toEqual(["No findings in 1 file. 2 findings of the baseline left out."]);
});

test("texts show as they are, and nothing breaks out of its place", () => {
  const property = fc.property(hostile, hostile, hostile, (message, help, file) => {
    const start = { line: 1, column: 1 };
    const found = diagnostic({ message, help, location: { file, start, end: start } });
    const root = rendered(markdownReport(report([found]), context()));
    const used = new Set(elements(root, "*").map(({ tagName }) => tagName));
    expect([...used].filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(elements(root, "tr").map((row) => elements(row, "td").length)).toEqual([0, 4]);
  });
  seeded(property, 300);
});

test("what does not fit in its share of a comment is counted", () => {
  const findings = Array.from({ length: 3000 }, (_, index) => diagnostic({ message: `${index}` }));
  const text = markdownReport(report(findings), context());
  expect(text.length).toBeLessThanOrEqual(shareOfComment.lint);
  const root = rendered(text);
  const left = 3000 - (elements(root, "tr").length - 1);
  expect(texts(root, "p").at(-1)).toBe(`${left} more findings are not in this table.`);
});

test("the exchange that shows a finding is said after it", () => {
  const [, row] = elements(rendered(markdownReport(report([withWitness]), context())), "tr");
  expect(row && texts(row, "td")[2]).toBe(
    "A name is missing here.It fails for GET https://example.com/.Add one.",
  );
});
