import type { Protocol } from "@traffic-policy/policy-language";
import type { Preset } from "@traffic-policy/policy-lint/internal";
import { formats } from "@traffic-policy/report/formats";
import { Option } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  changedOption,
  configurationOptions,
  formatOption,
  maxWarningsOption,
  protocolOption,
  repeated,
  seconds,
  sinceOption,
  stagedOption,
  wholeNumber,
} from "../../program/options.ts";

const presets = ["recommended", "strict"] as const satisfies readonly Preset[];

export interface LintOptions extends ChangedOptions, ConfigurationOptions {
  readonly format: keyof typeof formats;
  readonly stdinFilename?: string;
  readonly protocol?: Protocol;
  readonly preset?: Preset;
  /** As written: `document/rule-name=error`. */
  readonly rule?: readonly string[];
  readonly maxWarnings?: number;
  readonly maxDiagnostics?: number;
  readonly all?: true;
  readonly quiet?: true;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly fix?: true;
  readonly fixUnsafe?: true;
  readonly fixDryRun?: true;
  /** In seconds. */
  readonly timeout?: number;
  readonly cache?: true;
  readonly watch?: true;
  /** Set by `--watch` for the runs that it starts. */
  readonly watched?: true;
}

const fixing =
  "The report covers what is left. With --fix-dry-run a diff is printed instead, and with --stdin-filename the fixed text; the report then goes to stderr. With --format json they are part of the report.";

export default {
  group: "check",
  order: 20,
  summary: "find problems in policies",
  description:
    "Lints policies; without arguments, those of the configuration's targets. In a folder, JSON and YAML that holds a policy is linted, whatever it is called, and code like web.policy.ts.",
  options: (command) =>
    configurationOptions(
      command
        .argument("[path...]", "policy files, folders, globs in quotes, or names of targets")
        .addOption(formatOption(Object.keys(formats)))
        .option("--quiet", "report errors only")
        .addOption(maxWarningsOption())
        .option(
          "--max-diagnostics <number>",
          "show at most this many findings, the most severe ones (pretty and github; the other formats always have all)",
          wholeNumber,
        )
        .option("--all", "show equal findings one by one, however many there are")
        .option("--timeout <seconds>", "how long the code of a policy may run", seconds, 5)
        .option("--watch", "lint again whenever a file changes")
        .option("--cache", "cache the findings of JSON and YAML files until they may change")
        .optionsGroup("Changed files:")
        .addOption(changedOption("lint only the policies"))
        .addOption(sinceOption("; for plans of Terraform, 'state' is their state"))
        .addOption(stagedOption())
        .optionsGroup("Rules:")
        .addOption(
          new Option("--preset <preset>", "the severities of rules that are not set").choices(
            presets,
          ),
        )
        .option(
          "--rule <name=severity>",
          "set a rule: error, warning, info or off; can be repeated",
          repeated,
        )
        .addOption(protocolOption("the policies are"))
        .option("--baseline <file>", "omit the findings listed in this file")
        .option("--update-baseline", "write the current findings to the baseline")
        .option("--stdin-filename <file>", "lint standard input as if it were this file")
        .optionsGroup("Fixing:")
        .option("--fix", "apply the safe fixes, and write the files")
        .option("--fix-unsafe", "also apply fixes that may change what a policy does")
        .option("--fix-dry-run", "write nothing: print what --fix (or --fix-unsafe) would change")
        .addOption(new Option("--watched").hideHelp()),
      "lint for this environment only (or TRAFFIC_POLICY_ENVIRONMENT; default: for all of them)",
    ),
  notes: [{ heading: "Output with fixes", text: fixing }],
  exitStatus: [
    "no errors; there may be findings of the severities warning and info",
    "an error, or more warnings than --max-warnings allows; with --fix-dry-run, something would change",
    "a file could not be linted (the others are), a custom rule did not finish, or the command line or the configuration is invalid",
  ],
  examples: {
    "The policies of all targets": "traffic-policy lint",
    "A summary of thousands of findings, by rule and by folder":
      "traffic-policy lint '**/*.policy.json' --max-diagnostics 0",
    "A folder, in GitHub Actions": "traffic-policy lint policies --format github",
    "What would be fixed, as a patch": "traffic-policy lint policies --fix-dry-run",
    "With another rule, allowing no warnings":
      "traffic-policy lint --rule document/rule-name=error --max-warnings 0",
    "What a branch changes, in CI": "traffic-policy lint --since origin/main",
    "What a plan of Terraform changes": "traffic-policy lint --since state plan.json",
    "The policies that use a file": "traffic-policy lint --changed policies/ssh.policy.ts",
  },
} satisfies ProgramCommandDefinition;
