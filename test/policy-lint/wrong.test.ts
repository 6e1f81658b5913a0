import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Diagnostic, type Protocol } from "@traffic-policy/policy-language";
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
      const { expected, found, others } = lint(rule, JSON.stringify(policy), protocol);
      expect([found, others]).toEqual([expected, []]);
    },
  );
});

describe("a wrong policy gives one finding", () => {
  test.each(wrongPolicies)("$rule: $marked", ({ rule, marked, protocol = "http" }) => {
    const { expected, found, others } = lint(rule, marked, protocol);
    expect([found, others]).toEqual([expected, []]);
  });
});

function lint(
  rule: string,
  marked: string,
  protocol: Protocol,
): ReturnType<typeof find> & { readonly others: readonly Diagnostic[] } {
  const source = jsonPolicySource("policy.json", marked.replaceAll(/[«»]/g, ""));
  const others = lintPolicy(source, { protocol }).filter(
    (diagnostic) => diagnostic.severity !== "info" && diagnostic.rule !== rule,
  );
  return { ...find(rule, marked, { protocol }), others };
}
