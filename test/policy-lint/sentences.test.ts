import { expect, test } from "vitest";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { rules } from "@traffic-policy/policy-lint";
import { find } from "./find.ts";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

// All that the rules say of the examples of their pages and of the wrong policies, to be read at once.

test.each([...rules])("what %s says is what it said", (name, { docs }) => {
  const { protocol = "http", exampleOptions, language } = docs;
  const read = language === "yaml" ? yamlPolicySource : jsonPolicySource;
  const options = exampleOptions === undefined ? {} : { options: exampleOptions as object };
  const found = [
    find(name, docs.wrong, { protocol, read, ...options }),
    ...wrongConditions
      .filter(({ rule }) => rule === name)
      .map(({ marked, direction = "inbound", beside = [], protocol: known = "http" }) => {
        const policy = { [direction]: [{ expressions: [...beside, marked], actions: [] }] };
        return find(name, JSON.stringify(policy), { protocol: known });
      }),
    ...wrongPolicies
      .filter(({ rule }) => rule === name)
      .map(({ marked, protocol: known = "http" }) => find(name, marked, { protocol: known })),
  ];
  const sentences = found.flatMap(({ diagnostics }) =>
    diagnostics.map(({ severity, message, help, fix, related = [] }) =>
      [
        `${severity}: ${message}`,
        ...(help === undefined ? [] : [`  ${help}`]),
        ...(fix === undefined ? [] : [`  ${fix.safe ? "safe" : "unsafe"} fix: ${fix.title}`]),
        ...related.map((other) => `  see: ${other.message}`),
      ].join("\n"),
    ),
  );
  expect(`\n${[...new Set(sentences)].join("\n")}\n`).toMatchSnapshot();
});
