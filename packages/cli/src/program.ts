import { CommanderError, Option } from "commander";
import { type Context, exitStatus, type ExitStatus, type Terminal } from "./context.ts";
import { commands } from "./commands/index.generated.ts";
import { commandIndex } from "./program/color-option.ts";
import {
  groups,
  type CommandModules,
  type CommandDefinition,
  type CommandRun,
  type ProgramCommandDefinition,
} from "./program/definition.ts";
import { ProgramCommand } from "./program/program-command.ts";
import { printError, printErrorJson } from "./report/error.ts";
import { versionLine } from "./version.ts";

/** Runs a command line. Never throws: every failure becomes a message and an exit status. */
export async function run(args: readonly string[], given: Context): Promise<number> {
  const { context, hasPrinted } = watched(given);
  let status: ExitStatus = exitStatus.ok;
  const done: Done = (result) => {
    status = result;
  };
  try {
    const program = await createProgram(context, done, args[commandIndex(args)]);
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed its sentence already; help and version are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatus.failure;
    printError(error, context);
    if (asksForJson(args) && !hasPrinted()) printErrorJson(error, context.terminal);
    return exitStatus.failure;
  }
}

function watched(context: Context): { context: Context; hasPrinted: () => boolean } {
  let hasPrinted = false;
  const noted =
    <Rest extends readonly unknown[]>(print: (...given: Rest) => void) =>
    (...given: Rest): void => {
      hasPrinted = true;
      print(...given);
    };
  // What the terminal finds out when it is asked stays as it is.
  const terminal = Object.assign(Object.create(context.terminal) as Terminal, {
    out: noted(context.terminal.out),
    print: noted(context.terminal.print),
    document: noted(context.terminal.document),
  });
  return { context: { ...context, terminal }, hasPrinted: () => hasPrinted };
}

/** True when a command line asks for JSON, even if it is otherwise invalid. */
function asksForJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => arg === "--format=json" || (arg === "json" && args[index - 1] === "--format"),
  );
}

const withAnyCommand = "With any command:";

/**
 * Creates the program with the command that the command line names, or with all commands, because the help lists them
 * and a misspelled name is compared with them.
 *
 * @param firstWord - of the command line, without colour options
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
      examples: {
        "Start a project": "traffic-policy init",
        "Find problems in its policies": "traffic-policy lint",
        "What a command does": "traffic-policy deploy --help",
      },
    })
    .option("-V, --version", "show the version, Node's and the platform")
    // The terminal obeys them already; commander takes the program's options wherever they stand.
    .addOption(
      new Option("--color", "use colours, even if NO_COLOR is set").helpGroup(withAnyCommand),
    )
    .addOption(
      new Option("--no-color", "use none, even if FORCE_COLOR is set").helpGroup(withAnyCommand),
    )
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
      getOutHelpWidth: () => helpWidth(terminal.style),
      getErrHelpWidth: () => helpWidth(terminal.errStyle),
      getErrHasColors: () => terminal.errStyle.isColorSupported,
    });
  for (const command of await loadCommands(firstWord)) {
    addCommand(program, command, { context, done });
  }
  program
    .helpCommand(false)
    .command("help", { hidden: true })
    .summary("show the help of a command")
    .argument("[command...]")
    .helpOption(false)
    .helpGroup(groups.self)
    .action((names: readonly string[]) => program.helpOf(names));
  return program;
}

/** Of help that goes to a file, too: its columns are read side by side. */
function helpWidth({ width }: Terminal["style"]): number {
  return Number.isFinite(width) ? width : 80;
}

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

export interface LoadedCommand<Definition = ProgramCommandDefinition> {
  readonly name: string;
  readonly definition: Definition;
  readonly run: () => Promise<CommandRun>;
}

export type Done = (status: ExitStatus) => void;

export function addCommand(
  parent: ProgramCommand,
  { name, definition, run: loadRun }: LoadedCommand<CommandDefinition>,
  how: { readonly context: Context; readonly done: Done },
): void {
  const { options, group, hidden = false, isDefault = false, commands: inside } = definition;
  const command = parent.command(name, { hidden, isDefault }) as ProgramCommand;
  command.defineAs(definition);
  if (group !== undefined) command.helpGroup(groups[group]);
  options?.(command);
  for (const [inner, one] of Object.entries(inside ?? {})) {
    const runInner = async (): Promise<CommandRun> =>
      ((await loadRun()) as Readonly<Record<string, CommandRun>>)[inner] as CommandRun;
    addCommand(command, { name: inner, definition: one, run: runInner }, how);
  }
  if (inside !== undefined) return;
  command.action(async (...given: unknown[]) => {
    const runCommand = (await loadRun()) as (...given: unknown[]) => Promise<ExitStatus>;
    how.done(await runCommand(...given.slice(0, -1), how.context, command));
  });
}
