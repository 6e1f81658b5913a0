import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changingOptions, type ChangingOptions } from "../../deploying/options.ts";
import {
  lintFirstOptions,
  targetOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface PromoteOptions extends TargetOptions, ChangingOptions, LintFirstOptions {
  readonly out?: string;
}

export default {
  group: "service",
  order: 105,
  summary: "copy policies from one environment to another",
  description:
    "Reads what the targets of an environment hold, shows rule by rule what the targets of the same names in another environment would get, asks for confirmation, writes, reads back and compares.",
  options: (command) =>
    lintFirstOptions(
      changingOptions(
        targetOptions(
          command
            .argument("<from>", "the environment whose policies are wanted")
            .argument("<to>", "the environment that gets them"),
        ),
        { environment: false },
      ).addOption(
        new Option(
          "--out <file>",
          "write nothing: save the plan in this file, for deploy to apply",
        ).conflicts("behaviourChange"),
      ),
    ),
  notes: [
    {
      heading: "What the other environment gets",
      text: "Where the policy is a function of the environment, what the same code builds for the other one, as long as the first one holds what the code builds for it. Otherwise exactly what the first one holds. Identifiers are those of the other environment.",
    },
  ],
  exitStatus: [
    "every target is as intended and was read back; with --out, the plan is saved",
    "lint found errors, or more warnings than --max-warnings allows; or what was read back is not what was sent",
    "a target failed, is unknown, was rolled back or skipped; or the command refused",
  ],
  examples: {
    "What production would get": "traffic-policy promote staging production --dry-run",
    "One target, in a script without a terminal":
      "traffic-policy promote staging production --target web --yes",
    "Saved for review before it is applied":
      "traffic-policy promote staging production --out plan.json",
  },
} satisfies ProgramCommandDefinition;
