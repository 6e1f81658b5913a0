import { expect, test } from "vitest";
import { expectMigratedText } from "../playground/work/migrated-text.ts";
import { expectKnownReach } from "../policy-proof/known-reach.ts";
import { filesOf, officialPolicies } from "./collected.ts";

test.each([
  { what: "published", files: filesOf("corpus/directions/") },
  { what: "official", files: officialPolicies() },
])("what is reached is known of the $what policies", async ({ files }) => {
  await expectKnownReach(files.map(({ name, text }) => [name, JSON.parse(text)]));
});

test("the text in phases holds what is compared", async () => {
  const states = await Promise.all(
    filesOf("corpus/directions/").map(({ name, text }) => expectMigratedText(name, text)),
  );
  expect(states.filter((state) => state === "migrated").length).toBeGreaterThan(10);
});
