import type { Context } from "./context.ts";
import { CommanderError } from "commander";
import { commands } from "./commands/index.generated.ts";
import { exitStatus, type ExitStatus } from "./exit-status.ts";
import { addCommand, type Done, type LoadedCommand } from "./program/add-command.ts";
import { groups, type CommandModules } from "./program/definition.ts";
import { ProgramCommand } from "./program/program-command.ts";
import { printError } from "./report/error.ts";
import { versionLine } from "./version.ts";

/** Runs a command line. Never throws: every failure is a sentence and an exit status. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  let status: ExitStatus = exitStatus.ok;
  const done: Done = (result) => {
    status = result;
  };
  try {
    const program = await createProgram(context, done, args[0]);
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed its sentence already; help and version are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatus.failure;
    printError(error, context);
    return exitStatus.failure;
  }
}

/**
 * The program with its commands: the one that the command line names, or else all, because the help lists
 * them and a wrong name is compared with them.
 *
 * @param firstWord - of the command line
 */
export async function createProgram(
  context: Context,
  done: Done,
  firstWord?: string,
): Promise<ProgramCommand> {
  const { terminal } = context;
  const program = new ProgramCommand("traffic-policy", terminal.style);
  program
    .defineAs({
      description: "Traffic policies as code: write, lint, test, deploy and compare them.",
      exitStatus: [
        "nothing to report",
        "findings: lint errors, differences, problems",
        "it could not do the job: usage, configuration, network, refused",
      ],
      examples: [
        { what: "Start a project", line: "traffic-policy init" },
        { what: "Find problems in its policies", line: "traffic-policy lint" },
        { what: "What a command does", line: "traffic-policy deploy --help" },
      ],
    })
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
  program.addHelpCommand(
    program
      .createCommand("help")
      .summary("show the help of a command")
      .argument("[command...]")
      .helpOption(false)
      .helpGroup(groups.self),
  );
  for (const command of await loadCommands(firstWord)) {
    addCommand(program, command, { context, done });
  }
  return program;
}

/** The command of this name, unless it needs the others or there is none: then all, in their order. */
async function loadCommands(firstWord: string | undefined): Promise<readonly LoadedCommand[]> {
  const [named] = await load(commands.filter(({ name }) => name === firstWord));
  if (named !== undefined && named.definition.needsAll !== true) return [named];
  return (await load(commands)).toSorted(
    (one, other) => one.definition.order - other.definition.order,
  );
}

function load(modules: readonly CommandModules[]): Promise<LoadedCommand[]> {
  return Promise.all(
    modules.map(async (one) => ({
      name: one.name,
      definition: (await one.command()).default,
      run: async () => (await one.run()).default,
    })),
  );
}
