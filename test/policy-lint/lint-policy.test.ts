import { describe, expect, test } from "vitest";
import { directionsDialect, jsonPolicySource, type Dialect } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";

const source = jsonPolicySource(
  "policy.json",
  `{
  "outbound": [{ "name": "b", "expressions": ["a == 'x"], "actions": [] }],
  "inbound": [{ "actions": [{ "type": "denny" }] }]
}`,
);

describe("lintPolicy", () => {
  test("gives the findings in the order of the file", () => {
    expect(lintPolicy(source).map(({ rule, path }) => [rule, path])).toEqual([
      ["expression/syntax", "/outbound/0/expressions/0"],
      ["document/rule-actions", "/outbound/0/actions"],
      ["document/rule-name", "/inbound/0"],
      ["action/unknown-type", "/inbound/0/actions/0/type"],
    ]);
  });

  test("a diagnostic says all that the design asks for", () => {
    expect(lintPolicy(source)[0]).toEqual({
      rule: "expression/syntax",
      severity: "error",
      message: "The string that starts with 'x is not closed.",
      help: "Add the closing '; inside the string the same quote is written with a backslash before it.",
      path: "/outbound/0/expressions/0",
      span: { start: 5, end: 7 },
      location: {
        file: "policy.json",
        start: { line: 2, column: 53 },
        end: { line: 2, column: 55 },
      },
      docs: "docs/rules/expression/syntax.md",
    });
  });

  test("the configuration sets severities and turns rules off", () => {
    const settings = { "document/rule-name": "error", "expression/syntax": "off" } as const;
    const found = lintPolicy(source, { settings }).map(({ rule, severity }) => [rule, severity]);
    expect(found).toContainEqual(["document/rule-name", "error"]);
    expect(found.map(([rule]) => rule)).not.toContain("expression/syntax");
  });

  test("nothing but the syntax error is said of a file that is not JSON", () => {
    const found = lintPolicy(jsonPolicySource("policy.json", '{"inbound": [{"acions": []},,]}'));
    expect(found.map(({ rule }) => rule)).toEqual(["document/syntax"]);
  });

  test("a dialect with other keys and actions is linted by its own", () => {
    const dialect: Dialect = {
      ...directionsDialect,
      name: "phases",
      directions: ["on_http_request"],
      actions: new Map(),
    };
    const text =
      '{"on_http_request": [{"name": "a", "actions": [{"type": "deny"}]}], "inbound": []}';
    expect(
      lintPolicy(jsonPolicySource("p.json", text), { dialect }).map(({ rule, path }) => [
        rule,
        path,
      ]),
    ).toEqual([
      ["action/unknown-type", "/on_http_request/0/actions/0/type"],
      ["document/schema", "/inbound"],
    ]);
  });
});
