import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { dialectOfSource, find } from "./find.ts";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

// One mistake gives one finding, at its very place, and no other rule joins in.

describe("a wrong condition gives one finding", () => {
  test.each(wrongConditions)(
    "$rule: $marked",
    ({ rule, marked, direction = "inbound", protocol = "http", beside = [] }) => {
      const actions = [{ type: "log", config: { metadata: { event: "seen" } } }];
      const policy = { [direction]: [{ name: "a", expressions: [...beside, marked], actions }] };
      const { expected, found, rules } = findAll(rule, JSON.stringify(policy), protocol);
      expect(found).toEqual(expected);
      expect(rules).toEqual([rule]);
    },
  );
});

describe("a wrong policy gives one finding", () => {
  test.each(wrongPolicies)("$rule: $marked", ({ rule, marked, protocol = "http" }) => {
    const { expected, found, rules } = findAll(rule, marked, protocol);
    expect(found).toEqual(expected);
    expect(rules).toEqual([rule]);
  });
});

/** What a rule finds, and which rules find more than hints. */
function findAll(
  rule: string,
  marked: string,
  protocol: Protocol,
): Pick<ReturnType<typeof find>, "expected" | "found"> & { rules: string[] } {
  const source = jsonPolicySource("policy.json", marked.replaceAll(/[«»]/g, ""));
  const all = lintPolicy(source, { protocol, dialect: dialectOfSource(source) }).filter(
    ({ severity }) => severity !== "info",
  );
  return {
    ...find(rule, marked, { protocol }),
    rules: [...new Set(all.map((diagnostic) => diagnostic.rule))],
  };
}
