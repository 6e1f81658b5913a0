import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption, type FormatOptions } from "../../program/options.ts";

/** What `--hook` takes. */
const hookKinds = [
  "auto",
  "lefthook",
  "lint-staged",
  "husky",
  "pre-commit",
  "git",
  "none",
] as const;

export type HookKind = (typeof hookKinds)[number];

/** What `--ci` takes. */
const continuousIntegrations = ["auto", "github", "none"] as const;

export type ContinuousIntegration = (typeof continuousIntegrations)[number];

/** Options of `init`. */
export interface InitOptions extends FormatOptions {
  readonly hook: HookKind;
  readonly ci: ContinuousIntegration;
  readonly dryRun?: true;
}

export default {
  group: "begin",
  order: 10,
  summary: "make a folder a project with policies",
  description:
    "Writes a configuration, a policy, and what lints it before each commit and in CI; adds to package.json, .gitignore and the configuration of hooks what they lack. What is there stays as it is, and running it again changes nothing.",
  options: (command) =>
    command
      .argument("[folder]", "where; this folder when none is named")
      .addOption(
        new Option("--hook <kind>", "what lints before each commit")
          .choices(hookKinds)
          .default("auto", "what the repository has"),
      )
      .addOption(
        new Option("--ci <kind>", "what lints each pull request")
          .choices(continuousIntegrations)
          .default("auto", "github, unless the repository has another one"),
      )
      .option("--dry-run", "write nothing: tell what would be written")
      .addOption(formatOption()),
  notes: [
    {
      heading: "Questions",
      text: "It asks one at most: where a repository has no hooks, whether to write one into .git/hooks. Without a terminal it asks none and writes none; --hook git does.",
    },
  ],
  examples: [
    { what: "In this folder", line: "traffic-policy init" },
    { what: "In a new folder", line: "traffic-policy init edge-policies" },
    { what: "What would be written", line: "traffic-policy init --dry-run" },
    {
      what: "With a hook of git alone, and no CI",
      line: "traffic-policy init --hook git --ci none",
    },
  ],
} satisfies ProgramCommandDefinition;
