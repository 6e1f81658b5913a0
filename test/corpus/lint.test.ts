import { jsonPolicySource } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { expectShownClaims } from "../cli/lint/shown-claims.ts";
import { expectSameWithSessions } from "../policy-lint/same-with-sessions.ts";
import { filesOf, officialPolicies } from "./collected.ts";

const directions = filesOf("corpus/directions/");

test("with a used session the same is found as with a fresh one and with none", () => {
  expectSameWithSessions([...directions, ...officialPolicies()].map(({ text }) => text));
});

test("every exchange that lint shows does what is claimed", async () => {
  const { claimed, shown } = await expectShownClaims(
    directions.map(({ name, text }) => jsonPolicySource(name, text)),
  );
  expect(claimed).toBeGreaterThan(10);
  expect(shown / claimed).toBeGreaterThan(0.5);
});
