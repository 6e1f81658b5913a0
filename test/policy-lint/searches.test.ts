import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, LintSession } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { conditionsRead, searchesMade } from "@traffic-policy/policy-logic/internal";
import { policyWithFindings } from "../bench/fixtures/policies-with-findings.ts";

const count = 40;

test("policies like published ones need few formulas, and hardly a search for values", () => {
  const session = new LintSession();
  const [before, readBefore] = [searchesMade(), conditionsRead()];
  let [findings, conditions] = [0, 0];
  for (let seed = 0; seed < count; seed += 1) {
    const policy = policyWithFindings(seed, { readsMissing: true });
    const source = jsonPolicySource("policy.json", JSON.stringify(policy));
    findings += lintPolicy(source, { session }).length;
    conditions += JSON.stringify(policy).split('"expressions"').length;
  }
  expect(findings).toBeGreaterThan(count);
  // Each policy raises about a hundred questions.
  expect(searchesMade() - before).toBeLessThanOrEqual(count / 4);
  // The first of each shape, and those with a finding.
  expect(conditionsRead() - readBefore).toBeLessThan(conditions / 2);
});

test("a condition that another one excludes is found without a search, one that is shadowed by two with one", () => {
  const lint = (
    ...conditions: readonly string[]
  ): readonly [rules: readonly string[], searches: number] => {
    const rules = conditions.map((text, index) => ({
      name: String(index),
      expressions: [text],
      actions: [{ type: "deny" }],
    }));
    const before = searchesMade();
    const found = lintPolicy(jsonPolicySource("p.json", JSON.stringify({ inbound: rules })));
    return [found.map(({ rule }) => rule), searchesMade() - before];
  };
  expect(lint("has(req.url.query) && req.url.query.contains('a')")).toEqual([[], 0]);
  expect(lint("req.url.path == '/a'", "req.url.path == '/b'", "req.url.contains('/c')")).toEqual([
    [],
    0,
  ]);
  const [rules, searches] = lint(
    "conn.server_port < 10",
    "conn.server_port >= 10",
    "req.method == 'PUT'",
  );
  expect(rules).toEqual(["flow/shadowed-rule"]);
  expect(searches).toBeGreaterThan(0);
});
