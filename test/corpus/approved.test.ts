import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  directionsDialect,
  jsonPolicySource,
  type Diagnostic,
  type Dialect,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { wrongConditions } from "../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../policy-lint/wrong/policies.ts";
import { filesOf, linesOf } from "./collected.ts";

// Policies and expressions that were published somewhere: what is found in them was looked at one by
// one, and is kept as a list of rules and places. `npm run test:corpus -- FOLDER approved -u` writes the lists anew;
// look at what has changed in them before.

const approved = new URL("approved/", import.meta.url);

const lists = [
  { what: "policies of directions", file: "directions.txt", sections: policySections },
  { what: "expressions", file: "expressions.txt", sections: expressionSections },
  { what: "policies of phases", file: "phases.txt", sections: phasesSections },
];

test.each(lists)(
  "what is found in published $what is what was approved",
  async ({ file, sections }) => {
    const approvedFile = fileURLToPath(new URL(file, approved));
    await expect(sections().join("")).toMatchFileSnapshot(approvedFile);
  },
);

function policySections(): string[] {
  return sectionsOf("corpus/directions/", directionsDialect);
}

function phasesSections(): string[] {
  return sectionsOf("corpus/phases/", phasesDialect);
}

function sectionsOf(folder: "corpus/directions/" | "corpus/phases/", dialect: Dialect): string[] {
  return filesOf(folder).map(({ name, text }) =>
    section(name, lintPolicy(jsonPolicySource(name, text), { dialect })),
  );
}

function expressionSections(): string[] {
  return linesOf("corpus/expressions-directions.txt").map((text, index) =>
    section(`line ${index + 1}`, lintExpression(text)),
  );
}

test("each kind of finding in them is shown by a policy of our own", () => {
  const own = new Set([...wrongConditions, ...wrongPolicies].map(({ rule }) => rule));
  // Only pointed out, or for the strict: their own tests show them.
  const hints = new Set([
    "document/rule-name",
    "action/content-type",
    "action/interpolation-type",
    "expression/perhaps-missing",
    "expression/plain-regular-expression",
    "flow/unused-variable",
  ]);
  const kinds = lists.flatMap(({ file }) => {
    const text = readFileSync(new URL(file, approved), "utf8");
    return [...text.matchAll(/^ {2}(?:error|warning|info) (\S+)/gm)].map(([, rule]) => rule ?? "");
  });
  expect(kinds.length).toBeGreaterThan(100);
  expect(kinds.filter((rule) => !own.has(rule) && !hints.has(rule))).toEqual([]);
});

/** As a condition in the direction that its variables exist in, for the protocol that has most. */
function lintExpression(text: string): Diagnostic[] {
  const direction = /\bres\.|[a-z]Res[A-Z]/.test(text) ? "outbound" : "inbound";
  const actions = [{ type: "log", config: { metadata: { event: "seen" } } }];
  const policy = { [direction]: [{ name: "a", expressions: [text], actions }] };
  const source: PolicySource = jsonPolicySource("policy.json", JSON.stringify(policy));
  const protocol = /\bconn\.TLS\b/.test(text) ? "tls" : "http";
  return lintPolicy(source, { protocol });
}

/** What was found, without a word of what it was found in. */
function section(title: string, diagnostics: readonly Diagnostic[]): string {
  const counts = new Map<string, number>();
  for (const { severity, rule, path, span } of diagnostics) {
    const place = span === undefined ? path : `${path} ${span.start}-${span.end}`;
    const line = `${severity} ${rule} ${place}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(
    ([line, count]) => `  ${line}${count === 1 ? "" : ` × ${count}`}\n`,
  );
  return `${title}\n${lines.length === 0 ? "  nothing\n" : lines.join("")}`;
}
