import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { policy } from "@traffic-policy/policy-builder";
import { mixedRules } from "./fixtures/rules.ts";
import { peers } from "./peers.ts";
import { printTable } from "./table.ts";
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

/** Many policies of about 5 KB in one run, beside tools that check JSON documents. */
export function benchManyPolicies(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const size = writePolicies(folder, "few", 200);
  writePolicies(folder, "many", 2000);
  writeFileSync(join(folder, "ruleset.json"), JSON.stringify(ruleset));
  const node: MeasuredProcess = { name: "node -e 0", args: ["-e", "0"] };
  const lint = (files: string): MeasuredProcess => ({
    name: "traffic-policy lint, all rules",
    args: [command, "lint", `${files}/*.json`],
  });
  const lintAgain: MeasuredProcess = {
    name: "the same again, --cache",
    args: [command, "lint", "--cache", "many/*.json"],
  };
  const few = measureInTurns([node, lint("few")], { runs: 9, cwd: folder });
  printTable(`200 JSON policies of ${size} KB, whole processes, median of 9`, few);
  const known = peers();
  const [ajv, spectral] = [known.get("ajv-cli"), known.get("spectral")];
  const others: MeasuredProcess[] = [
    ...(ajv === undefined
      ? []
      : [
          {
            name: "ajv-cli, the JSON Schema alone",
            args: [
              ajv,
              "validate",
              "--spec=draft2020",
              "--strict=false",
              "-s",
              schema,
              "-d",
              "many/*.json",
            ],
          },
        ]),
    ...(spectral === undefined
      ? []
      : [
          {
            name: "Spectral, two rules",
            args: [spectral, "lint", "--quiet", "-r", "ruleset.json", "many/*.json"],
          },
        ]),
  ];
  const many = measureInTurns([lint("many"), lintAgain, ...others], { runs: 3, cwd: folder });
  printTable(`2,000 JSON policies of ${size} KB, whole processes, median of 3`, many);
  rmSync(folder, { recursive: true, force: true });
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
