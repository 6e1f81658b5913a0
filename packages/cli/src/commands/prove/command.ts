import { Option, type Command } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { PolicyQuestions } from "../../proving/prove-policies.ts";
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

export interface ProveOptions extends PolicyQuestions, ChangedOptions, ConfigurationOptions {
  readonly format: (typeof checkFormats)[number];
  readonly filter?: string;
  readonly all?: true;
  /** In seconds. */
  readonly timeout: number;
  /** In seconds. */
  readonly codeTimeout: number;
  readonly watch?: true;
  /** Set by `--watch` for the runs that it starts. */
  readonly watched?: true;
}

/** The options that `audit` has, too. */
export function provingOptions(command: Command, verb: string): Command {
  return configurationOptions(
    command
      .option("--timeout <seconds>", "how long the proofs about one policy may take", seconds, 30)
      .option(
        "--code-timeout <seconds>",
        "how long the code of a policy or of assertions may run",
        seconds,
        5,
      )
      .option("--watch", `${verb} again whenever a file changes`)
      .addOption(formatOption(checkFormats))
      .addOption(new Option("--watched").hideHelp()),
    `${verb} for this environment only (or TRAFFIC_POLICY_ENVIRONMENT; default: for all of them)`,
  );
}

export default {
  group: "try",
  order: 75,
  summary: "prove what policies do to all requests",
  description:
    "Proves assertions about policies for all requests, or shows a request that refutes them. Nothing is sent. Without arguments, proves all assertion files in the folder of the configuration (or this folder) and below it.",
  options: (command) =>
    provingOptions(
      command
        .argument(
          "[path...]",
          "assertion files like web.assertions.yaml, policies, names of targets, folders, or globs in quotes",
        )
        .addOption(
          new Option("--filter <text>", "only assertions whose name contains this text").conflicts([
            "reach",
            "fails",
            "ask",
          ]),
        ),
      "prove",
    )
      .optionsGroup("Without assertions; the paths are policies, by default those of all targets:")
      .option(
        "--reach",
        "for each rule and operand, show a request that reaches it, or that none does",
      )
      .option(
        "--fails",
        "for each expression, show a request for which it fails, or that none does",
      )
      .option(
        "--ask",
        "ask what nobody asked: what gets around a check, fails, is never let in, is written in another way, is swallowed by an exception",
      )
      .option("--all", "with --reach and --fails, show every request")
      .optionsGroup("Changed files:")
      .addOption(changedOption("prove only the assertions"))
      .addOption(sinceOption())
      .addOption(stagedOption()),
  exitStatus: [
    "every assertion is proved; everything is reached (--reach); nothing fails (--fails); no question found a request that shows something (--ask), whatever facts it names",
    "an assertion is refuted; something is never reached; something fails; a question found a request that shows something",
    "otherwise, something is unknown, or could not be proved (no such file, an error in one, no policy), or there is nothing to prove",
  ],
  examples: {
    "All assertions": "traffic-policy prove",
    "The assertions about one policy": "traffic-policy prove policies/ssh.policy.ts",
    "What no request reaches": "traffic-policy prove --reach policies/ssh.policy.ts",
    "The requests for which an expression fails": "traffic-policy prove --fails",
    "What the tool asks by itself, as traffic-policy audit": "traffic-policy prove --ask",
    "Those that a branch affects, in CI": "traffic-policy prove --since origin/main",
    "In GitHub Actions, with annotations": "traffic-policy prove --format github",
  },
} satisfies ProgramCommandDefinition;
