import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changedOption, sinceOption, stagedOption } from "../../program/options.ts";
import { provingOptions, type ProveOptions } from "../prove/command.ts";

export type AuditOptions = ChangedOptions &
  ConfigurationOptions &
  Pick<ProveOptions, "format" | "timeout" | "codeTimeout" | "watch" | "watched">;

export default {
  group: "try",
  order: 76,
  summary: "find ways around the checks of policies",
  description:
    "Asks about policies what nobody has asserted: what gets around a check, fails, is never let in, is written in another way, or is swallowed by an exception. Each answer is a request. The same as `traffic-policy prove --ask`. Without arguments, audits the policies of all targets.",
  options: (command) =>
    provingOptions(
      command.argument("[path...]", "policies, names of targets, folders, or globs in quotes"),
      "audit",
    )
      .optionsGroup("Changed files:")
      .addOption(changedOption("audit only the policies"))
      .addOption(sinceOption())
      .addOption(stagedOption()),
  exitStatus: [
    "no question found a request that shows something",
    "a question found a request that shows something",
    "otherwise, something is unknown, or a policy could not be audited, or there is none",
  ],
  examples: {
    "The policies of all targets": "traffic-policy audit",
    "One policy": "traffic-policy audit policies/ssh.policy.ts",
    "Those that a branch affects, in CI": "traffic-policy audit --since origin/main",
  },
} satisfies ProgramCommandDefinition;
