import { compilePolicy } from "@traffic-policy/policy-engine";
import { SymbolicPolicy, SymbolicSession } from "@traffic-policy/policy-proof/symbolic";
import { expect, test } from "vitest";

test.each([
  ["req.method == 'GET'", false],
  ["time.now > '2030'", true],
])("%s: is it read otherwise for examples? %s", async (expression, differs) => {
  const policy = await compilePolicy({
    inbound: [{ expressions: [expression], actions: [{ type: "deny" }] }],
  } as never);
  const session = new SymbolicSession();
  const { rules } = new SymbolicPolicy(policy, {}, session);
  expect(rules).toHaveLength(1);
  expect(session.differsForExamples).toBe(differs);
});
