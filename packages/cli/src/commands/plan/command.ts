import { semanticOptions, type SemanticOptions } from "../../behaviour/options.ts";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { verbosePlanOption } from "../../deploying/options.ts";
import {
  concurrencyOption,
  connectionOptions,
  lintFirstOptions,
  targetFormats,
  targetOptions,
  type LintFirstOptions,
  type ServiceAccess,
  type TargetOptions,
} from "../../program/options.ts";

export interface PlanOptions
  extends TargetOptions, ServiceAccess, LintFirstOptions, SemanticOptions {
  readonly format: (typeof targetFormats)[number];
  readonly verbose?: true;
  readonly out?: string;
  readonly exitCode?: true;
  readonly site?: true;
  readonly concurrency?: number;
}

export default {
  group: "service",
  order: 90,
  summary: "show what deploy would change",
  description:
    "Lints the policies, reads what the service stores, and shows what would change, rule by rule; or shows a saved plan, without the service. Never writes to the service.",
  options: (command) =>
    semanticOptions(
      lintFirstOptions(
        connectionOptions(targetOptions(command), targetFormats)
          .argument("[plan]", "a plan saved by `plan --out`, to show it again")
          .option("--out <file>", "save the plan in this file, with secrets, for deploy to apply")
          .addOption(verbosePlanOption())
          .option(
            "--site",
            "also prove that nothing reaches a server that did not, or show what does",
          )
          .option("--exit-code", "exit with 1 if something would change")
          .addOption(concurrencyOption()),
      ),
      "also prove that changed targets do the same to every request, or show requests to which they do not",
    ),
  exitStatus: [
    "there is a plan",
    "lint found errors, or more warnings than --max-warnings allows; with --exit-code, something would change",
    "a target could not be planned",
  ],
  examples: {
    "What deploy would change": "traffic-policy plan",
    "With what each added and removed rule says": "traffic-policy plan --verbose",
    "Whether the changes make a difference for any request": "traffic-policy plan --semantic",
    "Whether they open a way to a server, over all endpoints of the project":
      "traffic-policy plan --site",
    "Saved for review before it is applied":
      "traffic-policy plan --out plan.json && traffic-policy plan plan.json",
    "As a comment on a pull request": "traffic-policy plan --format markdown",
    "In CI": "traffic-policy plan --exit-code --format json",
  },
} satisfies ProgramCommandDefinition;
