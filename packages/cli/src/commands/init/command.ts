import { holders, type ProjectTarget } from "@traffic-policy/policy-builder/project";
import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption, type FormatOptions } from "../../program/options.ts";

const hookKinds = ["auto", "git", "pre-commit", "none"] as const;

export type HookKind = (typeof hookKinds)[number];

const continuousIntegrations = ["auto", "github", "gitlab", "script", "none"] as const;

export type ContinuousIntegration = (typeof continuousIntegrations)[number];

export interface InitOptions extends FormatOptions {
  readonly for?: ProjectTarget["kind"];
  readonly hook: HookKind;
  readonly ci: ContinuousIntegration;
  readonly dryRun?: true;
}

export default {
  group: "check",
  order: 10,
  summary: "set up a project for policies",
  description:
    "Writes a configuration, a policy, a pre-commit hook and the checks of CI, and adds what is missing to package.json, .gitignore and the hook. Existing content stays, and running it again changes nothing.",
  options: (command) =>
    command
      .argument("[folder]", "the project's folder (default: this folder)")
      .addOption(
        new Option("--for <kind>", "what the first policy is for")
          .choices(Object.keys(holders))
          .default(undefined, "asked on a terminal, else cloud-endpoint"),
      )
      .addOption(
        new Option("--hook <kind>", "which pre-commit hook to use")
          .choices(hookKinds)
          .default("auto", "pre-commit where the repository has its configuration, else git"),
      )
      .addOption(
        new Option("--ci <kind>", "which CI checks the policies; a script is for any CI")
          .choices(continuousIntegrations)
          .default("auto", "that of the repository or of its origin, else github"),
      )
      .option("--dry-run", "write nothing: list what would be written")
      .addOption(formatOption()),
  notes: [
    {
      heading: "Questions",
      text: "On a terminal it asks at most two: what the first policy is for, unless there is a configuration, and whether to write a hook into .git/hooks if the repository has none. Without a terminal the policy is for a cloud endpoint, and no hook is written; --for and --hook say otherwise.",
    },
    {
      heading: "In a workspace",
      text: "The configuration of a package extends that of the workspace's root, if there is one, and has its environments.",
    },
  ],
  examples: {
    "In this folder": "traffic-policy init",
    "In a new folder": "traffic-policy init site-policies",
    "With a policy of a TCP edge": "traffic-policy init ssh --for tcp-edge",
    "What would be written": "traffic-policy init --dry-run",
    "With checks for GitLab": "traffic-policy init --ci gitlab",
    "With a plain git hook, without CI": "traffic-policy init --hook git --ci none",
  },
} satisfies ProgramCommandDefinition;
