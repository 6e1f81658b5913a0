import fc from "fast-check";
import { LintSession } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { alikeCondition, alikeResponseCondition } from "../alike-conditions.ts";
import { seeded } from "../seeded.ts";
import { lint } from "./same-with-sessions.ts";

const actions = [
  [{ type: "deny" }],
  [{ type: "log" }],
  [{ type: "deny", config: { status_code: 404 } }],
];

const rulesWith = (condition: fc.Arbitrary<string>): fc.Arbitrary<object[]> =>
  fc.array(
    fc.record({
      name: fc.constant("one"),
      expressions: fc.array(condition, { maxLength: 3 }),
      actions: fc.constantFrom(...actions),
    }),
    { maxLength: 5 },
  );

const policies = fc.record({
  inbound: rulesWith(alikeCondition),
  outbound: rulesWith(alikeResponseCondition),
});

test("what is found does not depend on conditions seen before that differ only in constants", () => {
  const session = new LintSession();
  seeded(
    fc.property(policies, (policy) => {
      const text = JSON.stringify(policy);
      expect(lint(text, session)).toEqual(lint(text));
    }),
    300,
    2000,
    60,
  );
});
