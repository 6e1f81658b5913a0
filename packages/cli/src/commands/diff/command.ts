import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  concurrencyOption,
  connectionOptions,
  targetOptions,
  type ServiceAccess,
  type TargetOptions,
} from "../../program/options.ts";
import { formats } from "./formats/index.generated.ts";

export interface DiffOptions extends TargetOptions, ServiceAccess {
  readonly format: keyof typeof formats;
  /** A file to compare with instead of the service. */
  readonly stored?: string;
  /** Differences are no reason to exit with 1. */
  readonly exitZero?: true;
  readonly concurrency?: number;
  readonly verbose?: true;
}

export default {
  group: "service",
  order: 130,
  summary: "compare the stored policies with the local ones",
  description: "Compares the stored policies with the local ones, rule by rule. Never writes.",
  options: (command) =>
    connectionOptions(targetOptions(command), Object.keys(formats))
      .option("--stored <file>", "compare one target with this file instead of the service")
      .option("--verbose", "show every target, whole rules, and differences in notation only")
      .option("--exit-zero", "exit with 0 even if policies differ")
      .addOption(concurrencyOption()),
  exitStatus: [
    "all are identical or equivalent; with --exit-zero, also different",
    "a target is different or absent",
    "a target could not be read; the others are shown",
  ],
  examples: {
    "All targets": "traffic-policy diff",
    "One target, for a program": "traffic-policy diff --target ssh --format json",
    "As a comment on a pull request": "traffic-policy diff --format markdown",
    "Against a file, without the service": "traffic-policy diff --target web --stored web.json",
  },
} satisfies ProgramCommandDefinition;
