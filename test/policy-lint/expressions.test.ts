import { describe, expect, test } from "vitest";
import {
  type CheckErrorCode,
  jsonPolicySource,
  type Diagnostic,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { rightExpressions, wrongExpressions } from "../policy-language/expression/expressions.ts";

// Every expression that the language is tested with, right or wrong, through all rules: each wrong
// one gives one error at its very place, from the rule that its mistake belongs to.

const ruleOf: Record<CheckErrorCode, string> = {
  "unknown-variable": "expression/unknown-name",
  "unknown-function": "expression/unknown-name",
  "unknown-method": "expression/unknown-name",
  "unknown-field": "expression/unknown-name",
  "namespace-as-value": "expression/unknown-name",
  "unavailable-here": "expression/unavailable",
  "no-such-operator": "expression/type",
  "wrong-argument-types": "expression/type",
  "wrong-argument-count": "expression/type",
  "not-a-boolean-operand": "expression/type",
  "not-indexable": "expression/type",
  "wrong-key-type": "expression/type",
  "macro-misuse": "expression/type",
  "invalid-regular-expression": "expression/regular-expression",
  "invalid-cidr": "expression/cidr",
  "invalid-timestamp": "expression/timestamp",
  "invalid-duration": "expression/duration",
  "invalid-time-zone": "expression/time-zone",
};

/** What a rule tells better than `expression/type`. */
const better: Readonly<Record<string, string>> = {
  "«req.headers['x'] == 'a'»": "expression/list-equals-text",
};

/** The rules about names, types and literals: one mistake is told by one of them. */
const ofNames = new Set([
  ...Object.values(ruleOf),
  "expression/syntax",
  "expression/not-boolean",
  "expression/renamed-variable",
  "expression/unguarded-access",
  "expression/header-case",
  "expression/list-equals-text",
  "expression/plain-regular-expression",
  "expression/unescaped-dot",
  "expression/cidr-host-bits",
  "expression/address-pattern",
]);

function lint(
  text: string,
  { protocol, direction }: Pick<(typeof rightExpressions)[number], "protocol" | "direction">,
): Diagnostic[] {
  const rule = {
    name: "a",
    expressions: [text],
    actions: [{ type: "log", config: { metadata: {} } }],
  };
  const source = jsonPolicySource("policy.json", JSON.stringify({ [direction]: [rule] }));
  return lintPolicy(source, { protocol });
}

describe("a wrong expression gives one error at its place", () => {
  test.each(wrongExpressions)("$code in $marked", ({ marked, code, ...place }) => {
    const rule = better[marked] ?? (code in ruleOf ? ruleOf[code as CheckErrorCode] : undefined);
    const start = marked.indexOf("«");
    const span = { start, end: marked.indexOf("»") - 1 };
    const all = lint(marked.replaceAll(/[«»]/g, ""), place);
    const findings = all.filter((one) => ofNames.has(one.rule) || one.severity === "error");
    // That something exists in outbound rules only is not said outright, so it is a warning.
    const isUnsure = code === "unavailable-here" && place.protocol === "http";
    const severity = isUnsure ? "warning" : "error";
    expect(findings).toEqual([
      expect.objectContaining({ rule: rule ?? "expression/syntax", severity, span }),
    ]);
  });
});

describe("a right expression gives no error", () => {
  test.each(rightExpressions)("$text", ({ text, ...place }) => {
    const errors = lint(text, place).filter(({ severity }) => severity === "error");
    expect(errors).toEqual([]);
  });
});
