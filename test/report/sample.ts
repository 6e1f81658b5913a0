import type { Diagnostic } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import { withoutColors, type Report, type ReportContext } from "@traffic-policy/report";
import { reportedRule } from "../../packages/cli/src/lint/reported-rule.ts";

/** What reporters may use: no colours, and files that are given. */
export function context(files: Readonly<Record<string, string>> = {}): ReportContext {
  return {
    style: withoutColors,
    sourceOf: (file) => files[file],
    nameOf: String,
    ruleOf: (name) => reportedRule(name, rules.get(name)),
    version: "1.2.3",
  };
}

/** A diagnostic of one line. */
export function diagnostic(overrides: Partial<Diagnostic> = {}): Diagnostic {
  return {
    rule: "expression/syntax",
    severity: "error",
    message: "A name is missing here.",
    path: "/inbound/0/expressions/0",
    location: {
      file: "web.json",
      start: { line: 2, column: 5 },
      end: { line: 2, column: 8 },
    },
    docs: "docs/rules/expression/syntax.md",
    ...overrides,
  };
}

/** A report with findings in one file. */
export function report(
  diagnostics: readonly Diagnostic[],
  overrides: Partial<Report> = {},
): Report {
  return { command: "lint", files: ["web.json"], diagnostics, failures: [], ...overrides };
}

/** A finding that an exchange shows. */
export const withWitness = diagnostic({
  help: "Add one.",
  witness: {
    message: "It fails for GET https://example.com/.",
    exchange: { request: { url: "https://example.com/" } },
  },
});
