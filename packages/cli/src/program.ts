import { Command, CommanderError, Option } from "commander";
import { readFileSync } from "node:fs";
import { exitStatus, type ExitStatus } from "./exit-status.ts";
import type { EmulatorOptions, Format, ServiceOptions } from "./options.ts";
import { printError } from "./report/error.ts";
import type { Terminal } from "./terminal.ts";

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

  program
    .command("lint")
    .summary("find what is wrong with policies")
    .description(
      "Lints policy files (.json, .ts, .js); without files, the policies of the configuration's targets.",
    )
    .argument("[file...]", "policy files")
    .addOption(formatOption())
    .action(async (files: string[], options: { format: Format }) => {
      const { lint } = await import("./commands/lint.ts");
      done(await lint(files, options, terminal));
    });

  serviceCommand(program.command("deploy"))
    .summary("put the policies on the service")
    .description(
      "Lints the policies, shows what would change, asks, writes, reads back and compares.",
    )
    .option("--yes", "do not ask; needed where nobody can be asked")
    .action(async (options: ServiceOptions & { yes?: true }) => {
      const { deploy } = await import("./commands/deploy.ts");
      done(await deploy(options, terminal));
    });

  serviceCommand(program.command("diff"))
    .summary("compare what the service stores with the policies here")
    .description("Compares the stored policies with the local ones, rule by rule. Never writes.")
    .action(async (options: ServiceOptions) => {
      const { diff } = await import("./commands/diff.ts");
      done(await diff(options, terminal));
    });

  program
    .command("emulator")
    .summary("run the service on this machine, for trying and testing")
    .description("Runs an emulator of the service on the loopback address until it is interrupted.")
    .option("--port <number>", "the port; 0 takes any that is free", "4040")
    .option("--data <file>", "keep the state in this file; otherwise it is in memory only")
    .option("--api-key-file <file>", "accept only the API key in this file")
    .addOption(formatOption())
    .action(async (options: EmulatorOptions) => {
      const { emulator } = await import("./commands/emulator.ts");
      done(await emulator(options, terminal));
    });

  return program;
}

function serviceCommand(command: Command): Command {
  return command
    .option("--target <name...>", "only these targets of the configuration")
    .option("--base-url <url>", "the service's URL (or TRAFFIC_POLICY_BASE_URL)")
    .option(
      "--api-key-file <file>",
      "a file that holds the API key (or the key itself in TRAFFIC_POLICY_API_KEY)",
    )
    .addOption(formatOption());
}

function formatOption(): Option {
  return new Option("--format <format>", "how results are printed")
    .choices(["pretty", "json"])
    .default("pretty");
}

function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

const exitStatusHelp = `Exit status:
  0  nothing to report
  1  findings: lint errors, differences
  2  it could not do the job: usage, configuration, network, refused`;
