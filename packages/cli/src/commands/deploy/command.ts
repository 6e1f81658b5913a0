import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changingOptions, type ChangingOptions } from "../../deploying/options.ts";
import {
  lintFirstOptions,
  targetOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface DeployOptions extends TargetOptions, ChangingOptions, LintFirstOptions {
  readonly forbid?: "opens";
}

export default {
  group: "service",
  order: 100,
  summary: "deploy the policies to the service",
  description:
    "Lints the policies, shows what would change, asks for confirmation, writes, reads back and compares; or applies a saved plan.",
  options: (command) =>
    lintFirstOptions(
      changingOptions(targetOptions(command))
        .argument("[plan]", "a plan saved by `plan --out`")
        .addOption(
          new Option(
            "--forbid <what>",
            "refuse a plan unless it is proved that it `opens` no way to a server, over all endpoints of the project",
          ).choices(["opens"]),
        ),
    ),
  exitStatus: [
    "every target is as intended and was read back",
    "lint found errors, or more warnings than --max-warnings allows; or what was read back is not what was sent",
    "a target failed, is unknown, was rolled back or skipped; or the command refused",
  ],
  examples: {
    "All targets, after confirmation": "traffic-policy deploy",
    "One target, in a script without a terminal": "traffic-policy deploy --target ssh --yes",
    "In CI, allowing no warnings": "traffic-policy deploy --max-warnings 0 --yes",
    "Only if no request is treated differently":
      "traffic-policy deploy --no-behaviour-change --yes",
    "Only if nothing reaches a server that did not": "traffic-policy deploy --forbid opens --yes",
    "Exactly what was planned":
      "traffic-policy plan --out plan.json && traffic-policy deploy plan.json --yes",
  },
} satisfies ProgramCommandDefinition;
