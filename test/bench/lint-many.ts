import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { policy } from "@traffic-policy/policy-builder";
import { mixedPolicy } from "./fixtures/mixed-policies.ts";
import { policyWithFindings } from "./fixtures/policies-with-findings.ts";
import { mixedRules } from "./fixtures/rules.ts";
import { peers } from "./peers.ts";
import { printTable, type Goal } from "./table.ts";
import { measureInTurns, type MeasuredProcess } from "./turns.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const schema = fileURLToPath(
  new URL("../../packages/policy-language/schema/policy.schema.json", import.meta.url),
);

// Two rules, as somebody would write them who has Spectral already.
/* oxlint-disable unicorn/no-thenable -- Spectral calls it so */
const ruleset = {
  rules: {
    "rule-has-name": {
      given: ["$.inbound[*]", "$.outbound[*]"],
      severity: "error",
      then: { field: "name", function: "truthy" },
    },
    "rule-has-actions": {
      given: ["$.inbound[*].actions", "$.outbound[*].actions"],
      severity: "error",
      then: { function: "length", functionOptions: { min: 1 } },
    },
  },
};
/* oxlint-enable unicorn/no-thenable */

/**
 * Policies of 4 to 5 KB in one run, one and many, beside tools that check JSON documents: policies whose
 * rules have nothing in common, with the findings of published ones, also beside the same ones without a finding that an
 * exchange shows; and then policies with the same rules in all of them.
 */
export function benchManyPolicies(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    writeFileSync(join(folder, "ruleset.json"), JSON.stringify(ruleset));
    const measure = (
      title: string,
      processes: readonly MeasuredProcess[],
      runs: number,
      goals: Readonly<Record<string, Goal>> = {},
    ): void => {
      const figures = measureInTurns(processes, { runs, cwd: folder });
      printTable(
        `${title}, whole processes, median of ${runs}`,
        figures.map((figure) => {
          const goal = goals[figure.name];
          return goal === undefined ? figure : { ...figure, goal };
        }),
        { plot: true },
      );
    };
    const found = (seed: number): unknown => policyWithFindings(seed, { readsMissing: true });
    writePolicies(folder, "one", 1, found);
    writePolicies(folder, "few", 200, found);
    const size = writePolicies(folder, "many", 2000, found);
    const without = (seed: number): unknown => policyWithFindings(seed, { readsMissing: false });
    writePolicies(folder, "many-without", 2000, without);
    measure(`One JSON policy of ${size} KB`, [node, ...linters("one")], 9, {
      // Ours is the second row.
      [lint]: { of: "ratio", most: 1.4 },
    });
    measure(`200 JSON policies of ${size} KB`, [node, ours("few")], 9, {
      [lint]: { of: "ratio", most: 8 },
    });
    writeMixed(folder, "mixed", 200);
    measure(
      "200 policies of both dialects, JSON and YAML in halves",
      [node, ours("mixed", "*")],
      9,
      {
        [lint]: { of: "ratio", most: 8 },
      },
    );
    measure(`2,000 JSON policies of ${size} KB`, [...linters("many"), cached("many")], 3, {
      // Ours is the first row: a quarter of its time, and three times of it.
      [ajvCli]: { of: "ratio", least: 1 / 4 },
      [spectral]: { of: "ratio", least: 3 },
    });
    const shown = "with findings that exchanges show, and these exchanges";
    measure(
      `2,000 JSON policies of ${size} KB, without and with findings that exchanges show`,
      [
        { ...ours("many-without"), name: "the same policies without these findings" },
        { ...ours("many"), name: shown },
      ],
      5,
      { [shown]: { of: "ratio", most: 1.1 } },
    );
    writePolicies(folder, "few-equal", 200, equalRules);
    const sizeOfEqual = writePolicies(folder, "many-equal", 2000, equalRules);
    const equal = `of ${sizeOfEqual} KB, equal rules`;
    measure(`200 JSON policies ${equal}`, [node, ours("few-equal")], 9);
    measure(`2,000 JSON policies ${equal}`, linters("many-equal"), 3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same rules in each, with another number in their names. */
function equalRules(seed: number): unknown {
  return policy({ protocol: "http" }).inbound(...mixedRules(seed));
}

const lint = "traffic-policy lint, all rules";
const ajvCli = "ajv-cli, the JSON Schema alone";
const spectral = "Spectral, two rules";

/** What other tools end with, which report some policies. */
const findsOrNot = [0, 1];

const node: MeasuredProcess = { name: "node -e 0", args: ["-e", "0"] };

const ours = (files: string, ending = "json"): MeasuredProcess => ({
  name: lint,
  args: [command, "lint", `${files}/*.${ending}`],
});

const cached = (files: string): MeasuredProcess => ({
  name: "traffic-policy lint --cache, again",
  args: [command, "lint", "--cache", `${files}/*.json`],
});

/** Ours and what other tools need for these files, as far as they could be installed. */
function linters(files: string): MeasuredProcess[] {
  const known = peers();
  const others = [
    {
      name: ajvCli,
      program: known.get("ajv-cli"),
      args: [
        "validate",
        "--spec=draft2020",
        "--strict=false",
        "-s",
        schema,
        "-d",
        `${files}/*.json`,
      ],
    },
    {
      name: "Biome, JSON as such, a native program",
      program: known.get("biome"),
      args: ["lint", "--max-diagnostics=none", files],
    },
    {
      name: spectral,
      program: known.get("spectral"),
      args: ["lint", "--quiet", "-r", "ruleset.json", `${files}/*.json`],
    },
  ];
  return [
    ours(files),
    ...others.flatMap(({ name, program, args }) =>
      program === undefined ? [] : [{ name, args: [program, ...args], status: findsOrNot }],
    ),
  ];
}

/** @returns the size of one, in KB */
function writePolicies(
  folder: string,
  name: string,
  count: number,
  policyOf: (seed: number) => unknown,
): number {
  mkdirSync(join(folder, name));
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const text = JSON.stringify(policyOf(index), null, 1);
    bytes += text.length;
    writeFileSync(join(folder, name, `policy-${index}.json`), text);
  }
  return Math.round(bytes / count / 1024);
}

function writeMixed(folder: string, name: string, count: number): void {
  mkdirSync(join(folder, name));
  for (let index = 0; index < count; index++) {
    const { ending, text } = mixedPolicy(index);
    writeFileSync(join(folder, name, `policy-${index}.${ending}`), text);
  }
}
