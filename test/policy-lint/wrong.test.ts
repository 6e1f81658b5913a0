import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { find } from "./find.ts";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

// One mistake gives one finding, at its very place, and no other rule joins in.

describe("a wrong condition gives one finding", () => {
  test.each(wrongConditions)(
    "$rule: $marked",
    ({ rule, marked, direction = "inbound", protocol = "http", beside = [] }) => {
      const actions = [{ type: "log", config: { metadata: { event: "seen" } } }];
      const policy = { [direction]: [{ name: "a", expressions: [...beside, marked], actions }] };
      expectOne(rule, JSON.stringify(policy), protocol);
    },
  );
});

describe("a wrong policy gives one finding", () => {
  test.each(wrongPolicies)("$rule: $marked", ({ rule, marked, protocol = "http" }) => {
    expectOne(rule, marked, protocol);
  });
});

function expectOne(rule: string, marked: string, protocol: Protocol): void {
  const { expected, found } = find(rule, marked, { protocol });
  expect(found).toEqual(expected);
  const source = jsonPolicySource("policy.json", marked.replaceAll(/[«»]/g, ""));
  const all = lintPolicy(source, { protocol }).filter(({ severity }) => severity !== "info");
  expect(new Set(all.map((diagnostic) => diagnostic.rule))).toEqual(new Set([rule]));
}
