import { jsonPolicySource } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import type { LintRule } from "@traffic-policy/policy-lint";
import { find } from "./find.ts";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

/** What a rule says of an example of its page. */
export function findExample(
  name: string,
  docs: LintRule["docs"],
  example: string,
  file?: string,
): ReturnType<typeof find> {
  const { protocol = "http", exampleOptions, isOfCloudEndpoint = false, language } = docs;
  const read = language === "yaml" ? yamlPolicySource : jsonPolicySource;
  return find(name, example, {
    protocol,
    read,
    isOfCloudEndpoint,
    ...(exampleOptions !== undefined && { options: exampleOptions as object }),
    ...(file !== undefined && { file }),
  });
}

/** All that a rule says of the example of its page and of the wrong policies, each finding once, as lines. */
export function sentencesOf(name: string, { docs }: LintRule): string[] {
  const found = [
    findExample(name, docs, docs.wrong),
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
  return [...new Set(sentences)];
}
