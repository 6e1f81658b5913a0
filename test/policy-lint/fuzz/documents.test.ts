import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { jsonPolicySource, type JsonValue, type Protocol } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import { seeded } from "../../seeded.ts";
import { changedDocuments } from "../../fuzz/changed-documents.ts";
import { LintedPolicies, patience, protocol } from "./linted-policies.ts";
import { pieces, policySeeds } from "./seeds.ts";

const linted = new LintedPolicies();

afterAll(() => console.log(linted.summary()));

test(
  "any document gives findings inside of it, in sentences",
  () => {
    function look(document: JsonValue, known: Protocol | undefined): void {
      const text = JSON.stringify(document);
      const source = jsonPolicySource("policy.json", text);
      expect(linted.faults(text, source, { protocol: known })).toEqual([]);
    }
    for (const document of policySeeds) look(document, "http");
    seeded(fc.property(changedDocuments(policySeeds, pieces), protocol, look), 2000, 28_000, 25);
    // They say little about a rule that has found nothing in them.
    const rare = "document/unavailable-section";
    const silent = [...rules.keys()].filter((name) => !linted.told.has(name) && name !== rare);
    const ofTexts = ["document/duplicate-key", "document/syntax", "document/yaml-value"];
    const ofComments = ["document/ignore-reason", "document/unused-ignore"];
    expect(silent.toSorted()).toEqual([...ofTexts, ...ofComments, "document/size"].toSorted());
  },
  patience,
);
