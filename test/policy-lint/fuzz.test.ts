import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  jsonPolicySource,
  parseJson,
  protocols,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { lintPolicy, rules, schemaFindings, type RuleSetting } from "@traffic-policy/policy-lint";
import { lintProblems } from "../../packages/cli/src/configuration/lint-problems.ts";
import type { LintConfiguration } from "../../packages/cli/src/configuration/lint-schema.ts";
import { configurationSchema } from "../../packages/cli/src/configuration/schema.ts";
import { stepsTaken } from "../../packages/policy-lint/src/analysis/logic/satisfiable.ts";
import { seeded } from "../seeded.ts";
import { changedDocuments } from "./fuzz/changed-documents.ts";
import { changedTexts } from "./fuzz/changed-texts.ts";
import { faultsOf } from "./fuzz/faults-of.ts";
import { pieces, policySeeds, yamlSeeds } from "./fuzz/seeds.ts";

// Any policy gives findings that are inside its file and put in sentences, and takes little work:
// 50,000 of them, mostly changed in their parts, since a text that is no JSON has one finding only.

const slowest = { text: "", milliseconds: 0 };
const told = new Set<string>();
let count = 0;

afterAll(() => {
  const { text, milliseconds } = slowest;
  console.log(
    `Of ${count} policies the slowest took ${milliseconds.toFixed(1)} ms: ${JSON.stringify(text.slice(0, 300))}`,
  );
});

/** For a machine that has other things to do. */
const minutes = 180_000;

const protocol = fc.constantFrom(undefined, ...protocols);

/** The most steps that the logic takes for any of these small policies. */
const mostSteps = 100_000;

function faults(
  text: string,
  source: PolicySource,
  options: NonNullable<Parameters<typeof lintPolicy>[1]>,
): string[] {
  const start = performance.now();
  const before = stepsTaken();
  const found = lintPolicy(source, { preset: "strict", ...options });
  const steps = stepsTaken() - before;
  const milliseconds = performance.now() - start;
  count += 1;
  for (const { rule } of found) told.add(rule);
  if (milliseconds > slowest.milliseconds) Object.assign(slowest, { text, milliseconds });
  return [
    ...faultsOf(text, source, found),
    ...(steps > mostSteps ? [`it took ${steps} steps`] : []),
  ];
}

test(
  "any document gives findings inside of it, in sentences",
  () => {
    seeded(
      fc.property(changedDocuments(policySeeds, pieces), protocol, (document, known) => {
        const text = JSON.stringify(document);
        expect(faults(text, jsonPolicySource("a.json", text), { protocol: known })).toEqual([]);
      }),
      36_000,
    );
  },
  minutes,
);

test(
  "any text gives findings inside of it, in sentences, as JSON",
  () => {
    const seeds = policySeeds.map((policy) => JSON.stringify(policy, null, 1));
    seeded(
      fc.property(changedTexts(seeds, pieces), protocol, (text, known) => {
        expect(faults(text, jsonPolicySource("a.json", text), { protocol: known })).toEqual([]);
      }),
      8000,
    );
  },
  minutes,
);

test(
  "any text gives findings inside of it, in sentences, as YAML",
  () => {
    seeded(
      fc.property(changedTexts(yamlSeeds, pieces), protocol, (text, known) => {
        expect(faults(text, yamlPolicySource("a.yaml", text), { protocol: known })).toEqual([]);
      }),
      6000,
    );
  },
  minutes,
);

test("every rule has told something by then, but the one about large policies", () => {
  const silent = [...rules.keys()].filter((name) => !told.has(name));
  expect(silent).toEqual(["document/size"]);
});

test("any configuration is refused in sentences, or a policy can be linted with it", () => {
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
  const example = parseJson(JSON.stringify(policySeeds[0])).value ?? null;
  let used = 0;
  seeded(
    fc.property(changedDocuments(configurations, [...pieces, ...names]), (configuration) => {
      const text = JSON.stringify(configuration).replaceAll("1e+300", "1000");
      const source = jsonPolicySource("traffic-policy.config.json", text);
      const { document: value = null } = source;
      const wrong = schemaFindings(configurationSchema, value, "");
      const lint = (value as { lint?: LintConfiguration } | null)?.lint;
      const problems = [...wrong, ...(wrong.length > 0 || !lint ? [] : lintProblems(lint))];
      const findings = problems.map(({ path, part, message, help }) => {
        const location = source.locate(path, part);
        return {
          rule: "configuration",
          severity: "error",
          ...{ path, message },
          ...(help !== undefined && { help }),
          ...(location && { location }),
        } as const;
      });
      expect(faultsOf(text, source, findings)).toEqual([]);
      if (problems.length > 0 || !lint) return;
      used += 1;
      const settings: Readonly<Record<string, RuleSetting>> = lint.rules ?? {};
      const policy = JSON.stringify(example);
      expect(faults(policy, jsonPolicySource("a.json", policy), { settings })).toEqual([]);
    }),
    5000,
  );
  expect(used).toBeGreaterThan(500);
});
