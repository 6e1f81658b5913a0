import { existsSync, readdirSync, readFileSync } from "node:fs";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";

const own = new URL("../../../e2e/fixtures/published/", import.meta.url);
// Published policies of real users, when they lie beside the repository; the test does not need them.
const corpus = new URL("../../../../../shared/corpus/directions/", import.meta.url);

test("in published policies only mistakes are unknown or wrong", () => {
  const found = [own, corpus]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => {
        const text = readFileSync(new URL(name, folder), "utf8");
        return lintPolicy(jsonPolicySource(name, text)).map(({ rule, message }) => ({
          rule,
          message,
        }));
      }),
    );
  const messages = (name: string) => [
    ...new Set(found.filter(({ rule }) => rule === name).map(({ message }) => message)),
  ];
  const known = ['Unknown action type "custom_response".', 'Unknown action type "some-action".'];
  expect(messages("action/unknown-type")).toContain(known[0]);
  expect(messages("action/unknown-type").filter((message) => !known.includes(message))).toEqual([]);
  expect(messages("action/config")).toEqual([]);
});
