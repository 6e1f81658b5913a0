import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Diagnostic, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { rightConditions } from "./right/conditions.ts";
import { rightPolicies } from "./right/policies.ts";

// A false alarm is the worst bug of the linter: nothing here may give a warning or an error.

function alarms(policy: unknown, protocol: Protocol): Diagnostic[] {
  const source = jsonPolicySource("policy.json", JSON.stringify(policy));
  return lintPolicy(source, { protocol }).filter(({ severity }) => severity !== "info");
}

describe("a right condition gives no alarm", () => {
  test.each(rightConditions)(
    "$text",
    ({ text, direction = "inbound", protocol = "http", beside = [] }) => {
      const actions = [{ type: "log", config: { metadata: { event: "seen" } } }];
      const rule = { name: "a", expressions: [...beside, text], actions };
      expect(alarms({ [direction]: [rule] }, protocol)).toEqual([]);
    },
  );
});

describe("a right policy gives no alarm", () => {
  test.each(rightPolicies)("$title", ({ policy, protocol = "http" }) => {
    expect(alarms(policy, protocol)).toEqual([]);
  });
});
