import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { writtenPolicies } from "../../../policy-builder/to-source/documents.ts";

test("in policies as people publish them only mistakes are unknown or wrong", () => {
  const found = writtenPolicies("published").flatMap(({ name, document }) =>
    lintPolicy(jsonPolicySource(name, JSON.stringify(document))),
  );
  const messages = (name: string) =>
    found.filter(({ rule }) => rule === name).map(({ message }) => message);
  expect(messages("action/unknown-type")).toEqual(['Unknown action type "custom_response".']);
  expect(messages("action/config")).toEqual([]);
});
