import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { formatOption, repeated, wholeNumber } from "./command-options.ts";
import { exitStatus, type ExitStatus } from "./exit-status.ts";
import {
  lintFormats,
  presets,
  protocols,
  type ConvertOptions,
  type EmulatorOptions,
  type FormatOptions,
  type LintCommandOptions,
} from "./options.ts";
import { addComparingCommands } from "./program/comparing.ts";
import { addDeployingCommands } from "./program/deploying.ts";
import { addEdgesCommand } from "./program/edges.ts";
import { addEndpointsCommand } from "./program/endpoints.ts";
import { addRoutesCommand } from "./program/routes.ts";
import { printError } from "./report/error.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs the command line. Never throws: every failure is a sentence and an exit status. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status: ExitStatus = exitStatus.ok;
  const program = createProgram(terminal, (result) => {
    status = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed its sentence already; help and version are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatus.failure;
    printError(error, terminal);
    return exitStatus.failure;
  }
}

function createProgram(terminal: Terminal, done: (status: ExitStatus) => void): Command {
  const program = new Command("traffic-policy")
    .description("Traffic policies as code: write, lint, deploy and compare them.")
    .version(version())
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError("(--help tells more)")
    .addHelpText("after", `\n${exitStatusHelp}`);

  lintCommand(program.command("lint")).action(
    async (paths: string[], options: LintCommandOptions) => {
      const { lint } = await import("./commands/lint.ts");
      done(await lint(paths, options, terminal));
    },
  );

  program
    .command("rules")
    .summary("list the lint rules")
    .description("Lists the lint rules, also the configuration's own, with their severities.")
    .addOption(formatOption())
    .action(async (options: FormatOptions) => {
      const { rules } = await import("./commands/rules.ts");
      done(await rules(options, terminal));
    });

  program
    .command("explain")
    .summary("tell what a lint rule is for")
    .description("Prints the page of a lint rule.")
    .argument("<rule>", "the name of a lint rule, such as expression/syntax")
    .addOption(formatOption())
    .action(async (rule: string, options: FormatOptions) => {
      const { explain } = await import("./commands/explain.ts");
      done(await explain(rule, options, terminal));
    });

  program
    .command("convert")
    .summary("write a policy document as TypeScript")
    .description(
      "Writes the TypeScript that builds exactly the policy in a file (.json, .yaml, .ts, .js).",
    )
    .argument("<file>", "a policy file")
    .option("--protocol <protocol>", "what the policy is for: http, tcp or tls")
    .option("--out <file>", "write it to this file")
    .option("--force", "write over a file that is there")
    .addOption(formatOption())
    .action(async (file: string, options: ConvertOptions) => {
      const { convert } = await import("./commands/convert.ts");
      done(await convert(file, options, terminal));
    });

  addDeployingCommands(program, terminal, done);

  addComparingCommands(program, terminal, done);
  addEdgesCommand(program, terminal, done);
  addEndpointsCommand(program, terminal, done);
  addRoutesCommand(program, terminal, done);

  program
    .command("emulator")
    .summary("run the service on this machine, for trying and testing")
    .description("Runs an emulator of the service on the loopback address until it is interrupted.")
    .option("--port <number>", "the port; 0 takes any that is free", wholeNumber, 4040)
    .option("--data <file>", "keep the state in this file; otherwise it is in memory only")
    .option("--api-key-file <file>", "accept only the API key in this file")
    .option(
      "--version-header <name: value>",
      'the version header to ask for (default: "Service-Version: 2")',
    )
    .option("--tunnel <url>", "an ephemeral endpoint to have; can be repeated", repeated)
    .option("--page-size <number>", "items of a page of a list (default: 100)", wholeNumber)
    .option("--requests-per-minute <number>", "answer more than these with 429", wholeNumber)
    .option("--faults <file>", "let go wrong what this file says")
    .addOption(formatOption())
    .action(async (options: EmulatorOptions) => {
      const { emulator } = await import("./commands/emulator.ts");
      done(await emulator(options, terminal));
    });

  return program;
}

function lintCommand(command: Command): Command {
  return command
    .summary("find what is wrong with policies")
    .description(
      "Lints policies; without arguments, those of the configuration's targets. In a folder, files like web.policy.ts or web.policy.json are linted.",
    )
    .argument("[path...]", "policy files, folders, or globs in quotes")
    .addOption(formatOption(lintFormats))
    .addOption(
      new Option("--preset <preset>", "the severities of rules that are not set").choices(presets),
    )
    .option(
      "--rule <name=severity>",
      "set a rule: error, warning, info or off; can be repeated",
      repeated,
    )
    .addOption(new Option("--protocol <protocol>", "what the policies are for").choices(protocols))
    .option("--quiet", "report errors only")
    .option("--max-warnings <number>", "more warnings than this are a failure", wholeNumber)
    .option("--baseline <file>", "leave out the findings that this file knows")
    .option("--update-baseline", "write what is found now as what is known")
    .option("--fix", "fix what can be fixed safely, and write the files")
    .option("--fix-unsafe", "fix also in ways that may change what a policy does")
    .option("--fix-dry-run", "write nothing: print what --fix (or --fix-unsafe) would change")
    .option("--stdin-filename <name>", "lint standard input as if it were this file")
    .option("--timeout <seconds>", "how long the code of a policy may run", seconds, 5)
    .option(
      "--cache",
      "keep what is found in JSON and YAML files, and lint them again when it may change",
    )
    .option("--watch", "lint again whenever a file changes")
    .addOption(new Option("--watched").hideHelp())
    .addHelpText("after", `\n${fixHelp}`);
}

/** More than zero, and no more than the timers of Node can wait. */
function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("It must be a number of seconds, a day at most.");
}

const fixHelp = `Fixing:
  The report is about what is left. With --fix-dry-run a diff is printed in its place, and with
  --stdin-filename the fixed text; the report goes to stderr then. With --format json they are
  parts of the report. A dry run that would change something exits with 1.`;

const exitStatusHelp = `Exit status:
  0  nothing to report
  1  findings: lint errors, differences
  2  it could not do the job: usage, configuration, network, refused`;
