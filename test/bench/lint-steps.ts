import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  checkExpression,
  interpolations,
  isJsonObject,
  jsonPolicySource,
  parseExpression,
  type CheckContext,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { lintPolicy, LintSession } from "@traffic-policy/policy-lint";
import { conditionsRead, searchesMade } from "@traffic-policy/policy-logic/internal";
import { withoutColors } from "@traffic-policy/report";
import pretty from "@traffic-policy/report/formats/pretty";
import { policyWithFindings } from "./fixtures/policies-with-findings.ts";
import { printRows, type Goal, type Row } from "./table.ts";

const count = 2000;

/**
 * What each step of linting takes, in a process that begins with it: of policies that have nothing in common,
 * each of which is read once.
 */
export function benchLintSteps(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const files = Array.from({ length: count }, (_one, index) => {
    const file = join(folder, `policy-${index}.json`);
    const policy = policyWithFindings(index, { readsMissing: true });
    writeFileSync(file, JSON.stringify(policy, null, 1));
    return file;
  });
  const taken: number[] = [];
  const step = <T>(work: () => T): T => {
    const start = performance.now();
    const result = work();
    taken.push(performance.now() - start);
    return result;
  };
  const texts = step(() => files.map((file) => readFileSync(file, "utf8")));
  const sources = step(() =>
    texts.map((text, index) => jsonPolicySource(files[index] ?? "", text)),
  );
  const expressions = sources.flatMap(({ document }) => expressionsIn(document ?? null));
  const parsed = step(() =>
    expressions.map(({ text, context }) => ({ result: parseExpression(text), context })),
  );
  step(() => {
    for (const { result, context } of parsed) if (result.ok) checkExpression(result.tree, context);
  });
  const session = new LintSession();
  const [searchesBefore, readBefore] = [searchesMade(), conditionsRead()];
  const eachTook: number[] = [];
  const diagnostics = step(() =>
    sources.flatMap((source) => {
      const start = performance.now();
      const found = lintPolicy(source, { session });
      eachTook.push((performance.now() - start) * 1000);
      return found;
    }),
  );
  step(() => {
    const sourceOf = (file: string): string | undefined => texts[files.indexOf(file)];
    pretty(
      { command: "lint", files, diagnostics, failures: [] },
      { nameOf: String, style: withoutColors, sourceOf, ruleOf: () => undefined, version: "0.0.0" },
    );
  });
  rmSync(folder, { recursive: true, force: true });
  const [read = 0, parse = 0, parsing = 0, checking = 0, lint = 0, report = 0] = taken;
  const whole = read + parse + lint + report;
  const row = (name: string, milliseconds: number): Row => ({
    name,
    value: (milliseconds * 1000) / count,
    unit: "µs",
    note: `${((100 * milliseconds) / whole).toFixed(0)} %`,
  });
  printRows(`The steps of linting ${count.toLocaleString("en")} JSON policies, for each`, [
    row("read the file", read),
    row("parse the document", parse),
    row(`parse its ${Math.round(expressions.length / count)} expressions`, parsing),
    row("check their names and types", checking),
    row("all rules, beyond that", lint - parsing - checking),
    { ...atPolicies("all rules, the first 100 policies", eachTook.slice(0, 100)), goal: first },
    { ...atPolicies("all rules, from the 501st on", eachTook.slice(500)), goal: later },
    row("print the findings", report),
    row("all of it", whole),
    {
      name: "of 100 expressions, those read as formulas",
      value: (100 * (conditionsRead() - readBefore)) / expressions.length,
      unit: "",
      note: "the others differ only in constants from one before, or have an outline that says enough",
    },
    {
      name: "searches for values, for each policy",
      value: (searchesMade() - searchesBefore) / count,
      unit: "",
      note: "all other questions about conditions are answered without",
    },
  ]);
}

const first: Goal = { of: "value", most: 4000 };
const later: Goal = { of: "value", most: 700 };

/** The mean of each of some policies, which the sum of all steps contains already. */
function atPolicies(name: string, took: readonly number[]): Row {
  return { name, value: took.reduce((sum, one) => sum + one, 0) / took.length, unit: "µs" };
}

interface PlacedText {
  readonly text: string;
  readonly context: CheckContext;
}

/** The conditions and interpolations of a policy document. */
function expressionsIn(document: JsonValue): PlacedText[] {
  if (!isJsonObject(document)) return [];
  return Object.entries(document).flatMap(([direction, section]) => {
    const rulesIn = (Array.isArray(section) ? section : []) as readonly JsonValue[];
    return rulesIn.filter(isJsonObject).flatMap(({ expressions = [], actions = [] }) => {
      const embedded = textsIn(actions).flatMap((text) => interpolations(text).parts);
      const texts = [
        ...textsIn(expressions),
        ...embedded.flatMap((part) => (part.kind === "interpolation" ? part.expression : [])),
      ];
      return texts.map((text) => ({ text, context: { direction, text } }));
    });
  });
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
