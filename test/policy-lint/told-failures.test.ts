import { describe, expect, test } from "vitest";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { failuresThatNeverHappen, policiesWith, untoldFailures } from "./told-failures.ts";
import { wrongConditions } from "./wrong/conditions.ts";

// What fails for ordinary traffic is told, and what is told fails.

const policies = writtenPolicies("fixtures", "published").map(({ name, document }) => ({
  id: name,
  text: JSON.stringify(document),
  protocol: "http" as const,
}));

describe.each(policies)("$id", (policy) => {
  test("tells what fails for a plain request", async () => {
    expect(await untoldFailures(policy)).toEqual([]);
  });

  test("fails where it is told to fail, for some request", async () => {
    expect(await failuresThatNeverHappen(policy)).toEqual([]);
  });
});

test("wherever a wrong expression stands, what fails for a plain request is told", async () => {
  const silent: string[] = [];
  for (const { marked } of wrongConditions) {
    for (const policy of policiesWith(marked.replaceAll(/[«»]/g, ""))) {
      if ((await untoldFailures(policy)).length > 0) silent.push(policy.id);
    }
  }
  expect(silent).toEqual([]);
});
