import { expect, test } from "vitest";
import {
  applyToJson,
  jsonPolicySource,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  CaseRunner,
  compilePolicy,
  PolicyCoverage,
  suggestCases,
  type CompiledPolicy,
  type Outcome,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { lintPolicy, presetSeverity, rules } from "@traffic-policy/policy-lint";
import { wrongConditions } from "../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../policy-lint/wrong/policies.ts";

interface Wrong {
  readonly text: string;
  readonly protocol: Protocol;
}

const settings = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, presetSeverity(rule, "strict")]),
);
const unmarked = (text: string): string => text.replaceAll(/[«»]/g, "");

/** Every wrong policy of the pages and the tests of the lint rules, as JSON. */
const all: readonly Wrong[] = [
  ...[...rules.values()]
    .filter(({ docs }) => docs.language !== "yaml")
    .map(({ docs }) => ({ text: unmarked(docs.wrong), protocol: docs.protocol ?? "http" })),
  ...wrongPolicies.map(({ marked, protocol = "http" }) => ({ text: unmarked(marked), protocol })),
  ...wrongConditions.map(({ marked, direction = "inbound", beside = [], protocol = "http" }) => {
    const rule = {
      name: "a",
      expressions: [...beside, unmarked(marked)],
      actions: [{ type: "deny" }],
    };
    return { text: JSON.stringify({ [direction]: [rule] }), protocol };
  }),
];

test("what the service takes does the same after its safe fixes", async () => {
  let compared = 0;
  for (const { text, protocol } of all) {
    const findings = lintPolicy(jsonPolicySource("policy.json", text), { protocol, settings });
    const fixes = findings.flatMap(({ fix }) => (fix?.safe === true ? [fix] : []));
    const fixed = applyToJson(text, fixes).text;
    if (fixed === text) continue;
    const before = await compilePolicy(JSON.parse(text) as JsonValue, { protocol });
    const after = await compilePolicy(JSON.parse(fixed) as JsonValue, { protocol });
    expect(after.problems.length, fixed).toBeLessThanOrEqual(before.problems.length);
    if (before.problems.length > 0) continue;
    for (const one of [...casesFor(before), ...casesFor(after)]) {
      const [was, is] = [await outcomeOf(before, one), await outcomeOf(after, one)];
      // What failed is what was wrong.
      if (was.result === "failed") continue;
      compared++;
      expect(is, `${text}\n${fixed}\n${JSON.stringify(one)}`).toEqual(was);
    }
  }
  expect(compared).toBeGreaterThan(50);
});

/** Exchanges that between them make each part of a policy true and false. */
function casesFor(policy: CompiledPolicy): PolicyCase[] {
  return suggestCases(policy, new PolicyCoverage(policy)).flatMap((found) =>
    "case" in found ? [found.case] : [],
  );
}

/** What the client and the upstream see of an exchange; rules that are one now may have been two. */
async function outcomeOf(
  policy: CompiledPolicy,
  one: PolicyCase,
): Promise<Pick<Outcome, "result" | "request" | "response">> {
  const { outcome } = await new CaseRunner(policy).run(one);
  const { result, request, response } = outcome;
  return { result, ...(request && { request }), ...(response && { response }) };
}
