import { CommanderError, type Command } from "commander";
import type { Done } from "./command-options.ts";
import { exitStatus, type ExitStatus } from "./exit-status.ts";
import { groupCommands } from "./help/group-commands.ts";
import { ProgramCommand } from "./help/program-command.ts";
import { withExamples, withNote } from "./help/sections.ts";
import { addComparingCommands } from "./program/comparing.ts";
import { addCompletionCommands } from "./program/completion.ts";
import { addConvertCommand } from "./program/convert.ts";
import { addDeployingCommands } from "./program/deploying.ts";
import { addDoctorCommand } from "./program/doctor.ts";
import { addEdgesCommand } from "./program/edges.ts";
import { addEmulatorCommand } from "./program/emulator.ts";
import { addEndpointsCommand } from "./program/endpoints.ts";
import { addInitCommand } from "./program/init.ts";
import { addLintCommand } from "./program/lint.ts";
import { addRoutesCommand } from "./program/routes.ts";
import { addRulesCommands } from "./program/rules.ts";
import { addSimulateCommand } from "./program/simulate.ts";
import { printError } from "./report/error.ts";
import type { Terminal } from "./terminal.ts";
import { versionLine } from "./version.ts";

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

/** The program with all of its commands. */
export function createProgram(terminal: Terminal, done: Done): Command {
  const program = new ProgramCommand("traffic-policy", terminal.style)
    .description("Traffic policies as code: write, lint, simulate, deploy and compare them.")
    .version(versionLine(), "-V, --version", "show the version, Node's and the platform")
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.style.isColorSupported,
      getErrHasColors: () => terminal.errStyle.isColorSupported,
    });
  withNote(program, "Exit status", exitStatusHelp);
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

  addInitCommand(program, terminal, done);
  addLintCommand(program, terminal, done);
  addRulesCommands(program, terminal, done);
  addConvertCommand(program, terminal, done);

  addSimulateCommand(program, terminal, done);
  addDeployingCommands(program, terminal, done);
  addComparingCommands(program, terminal, done);
  addEdgesCommand(program, terminal, done);
  addEndpointsCommand(program, terminal, done);
  addRoutesCommand(program, terminal, done);

  addEmulatorCommand(program, terminal, done);
  addDoctorCommand(program, terminal, done);
  addCompletionCommands(program, terminal, done);

  groupCommands(program);
  return program;
}

const exitStatusHelp = [
  "0  nothing to report",
  "1  findings: lint errors, differences, problems",
  "2  it could not do the job: usage, configuration, network, refused",
].join("\n");
