import { Option, type Command } from "commander";
import {
  formatOption,
  maxWarningsOption,
  repeated,
  seconds,
  type Done,
} from "../command-options.ts";
import { withExamples, withExitStatus, withNote } from "../help/sections.ts";
import { lintFormats, presets, protocols, type LintCommandOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `lint`. */
export function addLintCommand(program: Command, terminal: Terminal, done: Done): void {
  const command = program
    .command("lint")
    .summary("find what is wrong with policies")
    .description(
      "Lints policies; without arguments, those of the configuration's targets. In a folder, files like web.policy.ts or web.policy.json are linted.",
    )
    .argument("[path...]", "policy files, folders, or globs in quotes")
    .addOption(formatOption(lintFormats))
    .option("--quiet", "report errors only")
    .addOption(maxWarningsOption())
    .option("--timeout <seconds>", "how long the code of a policy may run", seconds, 5)
    .option(
      "--changed",
      "the paths are files that changed: lint the policies that use them; without paths, what is staged in git",
    )
    .option("--watch", "lint again whenever a file changes")
    .option(
      "--cache",
      "keep what is found in JSON and YAML files, and lint them again when it may change",
    )
    .optionsGroup("What is looked for:")
    .addOption(
      new Option("--preset <preset>", "the severities of rules that are not set").choices(presets),
    )
    .option(
      "--rule <name=severity>",
      "set a rule: error, warning, info or off; can be repeated",
      repeated,
    )
    .addOption(new Option("--protocol <protocol>", "what the policies are for").choices(protocols))
    .option("--baseline <file>", "leave out the findings that this file knows")
    .option("--update-baseline", "write what is found now as what is known")
    .option("--stdin-filename <file>", "lint standard input as if it were this file")
    .optionsGroup("Fixing:")
    .option("--fix", "fix what can be fixed safely, and write the files")
    .option("--fix-unsafe", "fix also in ways that may change what a policy does")
    .option("--fix-dry-run", "write nothing: print what --fix (or --fix-unsafe) would change")
    .addOption(new Option("--watched").hideHelp())
    .action(async (paths: string[], options: LintCommandOptions) => {
      const { lint } = await import("../commands/lint.ts");
      done(await lint(paths, options, terminal));
    });
  withNote(command, "What is printed when fixing", fixing);
  withExitStatus(
    command,
    "no errors; there may be findings of the severities warning and info",
    "an error, or more warnings than --max-warnings allows; with --fix-dry-run, something would change",
    "a file could not be linted (the others are), a lint rule of your own did not finish, or the command line or the configuration is wrong",
  );
  withExamples(
    command,
    { what: "The policies of all targets", line: "traffic-policy lint" },
    {
      what: "A folder, for a log of GitHub Actions",
      line: "traffic-policy lint policies --format github",
    },
    {
      what: "What would be fixed, as a patch",
      line: "traffic-policy lint policies --fix-dry-run",
    },
    {
      what: "With another rule, and no warning let through",
      line: "traffic-policy lint --rule document/rule-name=error --max-warnings 0",
    },
    {
      what: "The policies that use a file; without it, those that the next commit reaches",
      line: "traffic-policy lint --changed policies/ssh.policy.ts",
    },
  );
}

const fixing =
  "The report is about what is left. With --fix-dry-run a diff is printed in its place, and with --stdin-filename the fixed text; the report goes to stderr then. With --format json they are parts of the report.";
