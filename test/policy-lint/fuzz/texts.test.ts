import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { seeded } from "../../seeded.ts";
import { changedTexts } from "../../fuzz/changed-texts.ts";
import { LintedPolicies, patience, protocol } from "./linted-policies.ts";
import { pieces, policySeeds, yamlSeeds } from "./seeds.ts";

const linted = new LintedPolicies();

afterAll(() => console.log(linted.summary()));

test(
  "any text gives findings inside of it, in sentences, as JSON",
  () => {
    const seeds = policySeeds.map((policy) => JSON.stringify(policy, null, 1));
    seeded(
      fc.property(changedTexts(seeds, pieces), protocol, (text, known) => {
        const source = jsonPolicySource("policy.json", text);
        expect(linted.faults(text, source, { protocol: known })).toEqual([]);
      }),
      800,
      14_000,
    );
  },
  patience,
);

test(
  "any text gives findings inside of it, in sentences, as YAML",
  () => {
    seeded(
      fc.property(changedTexts(yamlSeeds, pieces), protocol, (text, known) => {
        const source = yamlPolicySource("policy.yaml", text);
        expect(linted.faults(text, source, { protocol: known })).toEqual([]);
      }),
      500,
      10_000,
    );
    expect([...linted.told]).toEqual(
      expect.arrayContaining([
        "document/syntax",
        "document/duplicate-key",
        "document/unused-ignore",
      ]),
    );
  },
  patience,
);
