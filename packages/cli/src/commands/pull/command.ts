import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  concurrencyOption,
  connectionOptions,
  targetOptions,
  type ConnectionOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface PullOptions extends TargetOptions, ConnectionOptions {
  readonly all?: true;
  /** A file for all endpoints of the account. */
  readonly site?: string;
  readonly concurrency?: number;
  readonly force?: true;
  readonly dryRun?: true;
}

export default {
  group: "service",
  order: 140,
  summary: "write stored policies into the policy files",
  description:
    "Writes stored policies into the policy files of their targets; a file that holds another policy is left as it is. Never writes to the service.",
  options: (command) =>
    connectionOptions(targetOptions(command))
      .argument("[target...]", "only targets with these names, or matching these globs")
      .option("--all", "start with every TCP edge of the account, and write a configuration")
      .option(
        "--site <file>",
        "write the endpoints of the account, with their policies, to one file for audit --site",
      )
      .option("--force", "overwrite files that hold something else")
      .option("--dry-run", "write nothing: print what would change in each file")
      .addOption(concurrencyOption()),
  exitStatus: [
    "every file holds what the service stores",
    "something is left to do by hand, such as a target without a policy; with --dry-run, a file would be written",
    "a policy could not be read, or a file was refused",
  ],
  examples: {
    "What would change in each file": "traffic-policy pull --dry-run",
    "All endpoints of the account, to see how they work together":
      "traffic-policy pull --site site.json",
    "One target, whatever its file holds": "traffic-policy pull web --force",
  },
} satisfies ProgramCommandDefinition;
