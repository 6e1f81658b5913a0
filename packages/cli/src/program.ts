import { CommanderError, type Command } from "commander";
import type { Done } from "./command-options.ts";
import { exitStatus, type ExitStatus } from "./exit-status.ts";
import { groupCommands } from "./help/group-commands.ts";
import { ProgramCommand } from "./help/program-command.ts";
import { withExamples, withExitStatus } from "./help/sections.ts";
import { addCommands } from "./program/commands.ts";
import { printError } from "./report/error.ts";
import type { Terminal } from "./terminal.ts";
import { versionLine } from "./version.ts";

/** Runs the command line. Never throws: every failure is a sentence and an exit status. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status: ExitStatus = exitStatus.ok;
  const done: Done = (result) => {
    status = result;
  };
  try {
    const program = await createProgram(terminal, done, args[0]);
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed its sentence already; help and version are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatus.failure;
    printError(error, terminal);
    return exitStatus.failure;
  }
}

/**
 * The program with its commands.
 *
 * @param firstWord - of the command line: when it names a command, the others may be left out
 */
export async function createProgram(
  terminal: Terminal,
  done: Done,
  firstWord?: string,
): Promise<Command> {
  const program = new ProgramCommand("traffic-policy", terminal.style)
    .description("Traffic policies as code: write, lint, test, deploy and compare them.")
    .option("-V, --version", "show the version, Node's and the platform")
    .on("option:version", () => {
      terminal.out(`${versionLine()}\n`);
      throw new CommanderError(exitStatus.ok, "commander.version", "");
    })
    .hook("preAction", (_program, command) => (command as ProgramCommand).refuseEmpty())
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.style.isColorSupported,
      getErrHasColors: () => terminal.errStyle.isColorSupported,
    });
  withExitStatus(
    program,
    "nothing to report",
    "findings: lint errors, differences, problems",
    "it could not do the job: usage, configuration, network, refused",
  );
  withExamples(
    program,
    { what: "A project to begin with", line: "traffic-policy init" },
    { what: "What is wrong with its policies", line: "traffic-policy lint" },
    { what: "What a command does", line: "traffic-policy deploy --help" },
  );
  program.addHelpCommand(
    program
      .createCommand("help")
      .summary("show the help of a command")
      .argument("[command...]")
      .helpOption(false),
  );

  await addCommands(program, terminal, done, firstWord);
  groupCommands(program);
  return program;
}
