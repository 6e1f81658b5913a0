import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  formatOption,
  lintFirstOptions,
  targetOptions,
  type FormatOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface BuildOptions extends TargetOptions, FormatOptions, LintFirstOptions {
  readonly out: string;
}

export default {
  group: "check",
  order: 150,
  summary: "write the JSON that would be deployed",
  description:
    "Lints the policies, and writes the JSON to deploy, one file per target, in a folder for each environment.",
  options: (command) =>
    lintFirstOptions(
      configurationOptions(
        targetOptions(command),
        "the environment to build for, or '*' for all (or TRAFFIC_POLICY_ENVIRONMENT)",
      )
        .option("--out <folder>", "the folder to write to", "dist/policies")
        .addOption(formatOption()),
    ),
  exitStatus: [
    "the files are written",
    "lint found errors, or more warnings than --max-warnings allows",
    "a policy could not be loaded, or a file not written",
  ],
  examples: {
    "Into dist/policies": "traffic-policy build",
    Elsewhere: "traffic-policy build --out build/policies",
  },
} satisfies ProgramCommandDefinition;
