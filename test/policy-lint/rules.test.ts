import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";

function lint(text: string): string[] {
  return lintPolicy(jsonPolicySource("policy.json", text))
    .filter(({ severity }) => severity !== "info")
    .map(({ rule }) => rule);
}

describe.each([...rules])("the rule %s", (name, { docs }) => {
  test("finds what its page calls wrong, and nothing else is wrong there", () => {
    const findings = lintPolicy(jsonPolicySource("policy.json", docs.wrong));
    expect(findings.map(({ rule }) => rule)).toContain(name);
    const others = findings.filter(
      (finding) => finding.rule !== name && finding.severity !== "info",
    );
    expect(others).toEqual([]);
  });

  test("finds nothing in what its page calls right", () => {
    expect(lint(docs.right)).toEqual([]);
  });

  test("has a test and a page of its name", () => {
    expect(existsSync(new URL(`rules/${name}.test.ts`, import.meta.url))).toBe(true);
    expect(existsSync(new URL(`../../docs/rules/${name}.md`, import.meta.url))).toBe(true);
  });
});
