import { InvalidArgumentError, Option } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  changedOption,
  checkFormats,
  configurationOptions,
  formatOption,
  seconds,
  sinceOption,
  stagedOption,
} from "../../program/options.ts";

export interface TestOptions extends ChangedOptions, ConfigurationOptions {
  readonly format: (typeof checkFormats)[number];
  readonly filter?: string;
  readonly coverage?: true;
  /** In percent. */
  readonly minCoverage?: number;
  readonly suggest?: true;
  readonly write?: true;
  /** In seconds. */
  readonly timeout?: number;
  readonly watch?: true;
  /** Set by `--watch` for the runs that it starts. */
  readonly watched?: true;
}

function percent(text: string): number {
  if (/^(?:\d{1,2}|100)$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number between 0 and 100.");
}

export default {
  group: "try",
  order: 70,
  summary: "run the cases of policies",
  description:
    "Runs the cases of policies, or of a whole site: requests with expected outcomes. Nothing is sent. Without arguments, runs all case files in the folder of the configuration (or this folder) and below it.",
  options: (command) =>
    configurationOptions(
      command
        .argument(
          "[path...]",
          "case files like web.cases.yaml, policies, names of targets, folders, or globs in quotes",
        )
        .option("--filter <text>", "only cases whose name contains this text")
        .option(
          "--timeout <seconds>",
          "how long the code of a policy or of cases may run",
          seconds,
          5,
        )
        .option("--watch", "test again whenever a file changes")
        .addOption(formatOption(checkFormats))
        .optionsGroup("Changed files:")
        .addOption(changedOption("run only the cases"))
        .addOption(sinceOption())
        .addOption(stagedOption())
        .optionsGroup("Coverage:")
        .option("--coverage", "show which parts of the policies no case covers")
        .option("--min-coverage <percent>", "fail below this percentage", percent)
        .option("--suggest", "suggest cases for what is not covered")
        .addOption(
          new Option("--write", "put the suggested cases into the case files").implies({
            suggest: true,
          }),
        )
        .addOption(new Option("--watched").hideHelp()),
      "test for this environment only (or TRAFFIC_POLICY_ENVIRONMENT; default: for all of them)",
    ),
  exitStatus: [
    "every case passes",
    "a case failed, or coverage is below --min-coverage",
    "cases could not be run (no such file, an error in one, no policy) or written, or there are none",
  ],
  examples: {
    "All cases": "traffic-policy test",
    "The cases of one policy, with what they do not cover":
      "traffic-policy test policies/ssh.policy.ts --coverage",
    "Those that a branch affects, in CI": "traffic-policy test --since origin/main",
    "Suggested cases, ready to paste": "traffic-policy test --suggest",
    "The same, put into the case files": "traffic-policy test --suggest --write",
    "In GitHub Actions, with annotations": "traffic-policy test --format github",
    "As a comment on a pull request": "traffic-policy test --coverage --format markdown",
    "In CI, requiring 90 % coverage": "traffic-policy test --min-coverage 90 --format junit",
  },
} satisfies ProgramCommandDefinition;
