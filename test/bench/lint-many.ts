import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { policy } from "@traffic-policy/policy-builder";
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

/** Policies of about 5 KB in one run, one and many, beside tools that check JSON documents. */
export function benchManyPolicies(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    writePolicies(folder, "one", 1);
    writePolicies(folder, "few", 200);
    const size = writePolicies(folder, "many", 2000);
    writeFileSync(join(folder, "ruleset.json"), JSON.stringify(ruleset));
    const measure = (
      title: string,
      processes: readonly MeasuredProcess[],
      goals: Readonly<Record<string, Goal>>,
      runs: number,
    ): void => {
      const figures = measureInTurns(processes, { runs, cwd: folder });
      printTable(
        `${title} of ${size} KB, whole processes, median of ${runs}`,
        figures.map((figure) => {
          const goal = goals[figure.name];
          return goal === undefined ? figure : { ...figure, goal };
        }),
        { plot: true },
      );
    };
    measure("One JSON policy", [node, ...linters("one")], {}, 9);
    measure("200 JSON policies", [node, ours("few")], { [lint]: { of: "ratio", most: 3 } }, 9);
    measure(
      "2,000 JSON policies",
      [...linters("many"), cached],
      { [ajvCli]: { of: "ratio", least: 1 }, [spectral]: { of: "ratio", least: 8 } },
      3,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const lint = "traffic-policy lint, all rules";
const ajvCli = "ajv-cli, the JSON Schema alone";
const spectral = "Spectral, two rules";

const node: MeasuredProcess = { name: "node -e 0", args: ["-e", "0"] };

const ours = (files: string): MeasuredProcess => ({
  name: lint,
  args: [command, "lint", `${files}/*.json`],
});

const cached: MeasuredProcess = {
  name: "traffic-policy lint --cache, again",
  args: [command, "lint", "--cache", "many/*.json"],
};

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
      program === undefined ? [] : [{ name, args: [program, ...args] }],
    ),
  ];
}

/** @returns the size of one, in KB */
function writePolicies(folder: string, name: string, count: number): number {
  mkdirSync(join(folder, name));
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const text = JSON.stringify(
      policy({ protocol: "http" }).inbound(...mixedRules(index)),
      null,
      1,
    );
    bytes += text.length;
    writeFileSync(join(folder, name, `policy-${index}.json`), text);
  }
  return Math.round(bytes / count / 1024);
}
