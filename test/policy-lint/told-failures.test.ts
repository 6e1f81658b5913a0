import { expect, test } from "vitest";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { failuresThatNeverHappen, mayFail, policiesWith, untoldFailures } from "./told-failures.ts";
import { wrongConditions } from "./wrong/conditions.ts";

const policies = writtenPolicies("fixtures", "published").map(({ name, document }) => ({
  id: name,
  text: JSON.stringify(document),
  protocol: "http" as const,
}));

test.each(policies)("of $id, what fails for a plain request is told", async (policy) => {
  expect(await untoldFailures(policy)).toEqual([]);
});

// Others ask for responses and certificates that no suggested case has.
const ordinary = new Set(["crawlers.json", "repeated.json", "ssh-edge.json"]);

test.each(policies.filter(({ id }) => ordinary.has(id)))(
  "of $id, what is told to fail does, for some request",
  async (policy) => {
    expect(mayFail(policy).length).toBeGreaterThan(0);
    expect(await failuresThatNeverHappen(policy)).toEqual([]);
  },
);

test("wherever a wrong expression stands, what fails for a plain request is told", async () => {
  const silent: string[] = [];
  for (const [index, { marked }] of wrongConditions.entries()) {
    // Each in another place than the one before.
    const all = policiesWith(marked.replaceAll(/[«»]/g, ""));
    for (const policy of all.filter((_policy, place) => place === index % all.length)) {
      if ((await untoldFailures(policy)).length > 0) silent.push(policy.id);
    }
  }
  expect(silent).toEqual([]);
});
