import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPolicySource, type Diagnostic, type Problem } from "@traffic-policy/policy-language";
import { schemaProblems } from "@traffic-policy/policy-language/internal";
import { rules } from "@traffic-policy/policy-lint";
import { lintProblems, type LintConfiguration } from "@traffic-policy/policy-lint/configuration";
import { configurationSchema } from "../../../packages/cli/src/configuration/configuration-schema.ts";
import { seeded } from "../../seeded.ts";
import { changedDocuments } from "../../fuzz/changed-documents.ts";
import { faultsOf } from "./faults-of.ts";
import { LintedPolicies, patience } from "./linted-policies.ts";
import { pieces, policySeeds } from "./seeds.ts";

const names = [...rules.keys()];

const configurations = names.map((name, index) => ({
  service: { baseUrl: "https://api.example" },
  targets: { web: { kind: "https-route", edge: "e", route: "r", policy: "./web.json" } },
  lint: {
    extends: "strict",
    rules: { [name]: "error", "document/size": ["warning", { maxRules: index }] },
    overrides: [{ files: ["**/*.json"], rules: { [names[index + 1] ?? name]: "off" } }],
    ignore: ["**/old/**"],
    ignoreFindings: [{ file: "web.json", rule: name, why: "it is old" }],
  },
}));

test(
  "any configuration is refused in sentences, or a policy can be linted with it",
  () => {
    const linted = new LintedPolicies();
    const policy = JSON.stringify(policySeeds[0]);
    let used = 0;
    const tried = seeded(
      fc.property(changedDocuments(configurations, [...pieces, ...names]), (configuration) => {
        // A number of so many digits has a test of its own.
        const text = JSON.stringify(configuration).replaceAll("1e+300", "1000");
        const { problems, lint } = check(text);
        expect(problems).toEqual([]);
        if (lint === undefined) return;
        used += 1;
        const source = jsonPolicySource("policy.json", policy);
        expect(linted.faults(policy, source, { settings: lint.rules ?? {} })).toEqual([]);
      }),
      400,
      10_000,
    );
    expect(used).toBeGreaterThan(tried / 20);
  },
  patience,
);

/** Faults of what is said of a configuration; its part for lint when nothing is. */
function check(text: string): { problems: readonly string[]; lint?: LintConfiguration } {
  const source = jsonPolicySource("traffic-policy.config.json", text);
  const value = source.document;
  const wrong: Problem[] = schemaProblems(configurationSchema, value);
  const lint = (value as { lint?: LintConfiguration } | null | undefined)?.lint;
  if (wrong.length === 0 && lint !== undefined) wrong.push(...lintProblems(lint));
  const findings = wrong.map((finding): Diagnostic => {
    const { path, part, message, help } = finding;
    const location = source.locate(path, part);
    return {
      rule: "configuration",
      severity: "error",
      path,
      message,
      ...(help !== undefined && { help }),
      ...(location && { location }),
    };
  });
  const problems = faultsOf(text, source, findings);
  return { problems, ...(wrong.length === 0 && lint !== undefined && { lint }) };
}
