import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  concurrencyOption,
  connectionOptions,
  lintFirstOptions,
  targetOptions,
  type ConnectionOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface PlanOptions extends TargetOptions, ConnectionOptions, LintFirstOptions {
  /** A file to save the plan in. */
  readonly out?: string;
  /** To exit with 1 if something would change. */
  readonly exitCode?: true;
  readonly concurrency?: number;
}

export default {
  group: "service",
  order: 90,
  summary: "show what deploy would change",
  description:
    "Lints the policies, reads what the service stores, and shows what would change, rule by rule. Never writes to the service.",
  options: (command) =>
    lintFirstOptions(
      connectionOptions(targetOptions(command))
        .option("--out <file>", "save the plan in this file, for deploy to apply")
        .option("--exit-code", "exit with 1 if something would change")
        .addOption(concurrencyOption()),
    ),
  exitStatus: [
    "there is a plan",
    "lint found errors, or more warnings than --max-warnings allows; with --exit-code, something would change",
    "a target could not be planned",
  ],
  examples: {
    "What deploy would change": "traffic-policy plan",
    "Saved for review before it is applied": "traffic-policy plan --out plan.json",
    "In CI": "traffic-policy plan --exit-code --format json",
  },
} satisfies ProgramCommandDefinition;
