import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changingOptions, type ChangingOptions } from "../../deploying/options.ts";
import {
  lintFirstOptions,
  targetOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

/** Options of `deploy`. */
export interface DeployOptions extends TargetOptions, ChangingOptions, LintFirstOptions {}

export default {
  group: "service",
  order: 100,
  summary: "put the policies on the service",
  description:
    "Lints the policies, shows what would change, asks, writes, reads back and compares; or does so with a plan that was saved.",
  options: (command) =>
    lintFirstOptions(
      changingOptions(targetOptions(command)).argument("[plan]", "a plan that `plan --out` saved"),
    ),
  exitStatus: [
    "every target is as it should be, and read back",
    "lint found errors, or more warnings than --max-warnings allows; or what was read back is not what was sent",
    "a target failed, is unknown, was put back or skipped; or a refusal",
  ],
  examples: [
    { what: "All targets, after a question", line: "traffic-policy deploy" },
    {
      what: "One target, in a script where nobody can be asked",
      line: "traffic-policy deploy --target ssh --yes",
    },
    {
      what: "In CI, where no warning is let through",
      line: "traffic-policy deploy --max-warnings 0 --yes",
    },
    {
      what: "Exactly what was planned",
      line: "traffic-policy plan --out plan.json && traffic-policy deploy plan.json --yes",
    },
  ],
} satisfies ProgramCommandDefinition;
