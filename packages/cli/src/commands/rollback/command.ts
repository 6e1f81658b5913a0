import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changingOptions, type ChangingOptions } from "../../deploying/options.ts";
import { repeated } from "../../program/options.ts";

export interface RollbackOptions extends ChangingOptions {
  readonly tag?: readonly string[];
  /** A time, or an entry of the history. */
  readonly to?: string;
  readonly disable?: true;
}

export default {
  group: "service",
  order: 120,
  summary: "restore what targets held before",
  description:
    "Restores what targets held before they were overwritten: without names, what the last deploy or rollback overwrote.",
  options: (command) =>
    changingOptions(command)
      .argument("[target...]", "only targets with these names, or matching these globs")
      .option("--tag <tag>", "only targets with this tag; can be repeated", repeated)
      .option("--to <time>", "what they held at this time, or an entry of the history")
      .option("--disable", "disable a policy that the service cannot remove"),
  exitStatus: [
    "every target is as intended and was read back",
    "what was read back is not what was sent",
    "a target failed, is unknown, was rolled back or skipped; or the command refused",
  ],
  examples: {
    "What the last deploy overwrote": "traffic-policy rollback --yes",
    "What would be restored": "traffic-policy rollback ssh --dry-run",
  },
} satisfies ProgramCommandDefinition;
