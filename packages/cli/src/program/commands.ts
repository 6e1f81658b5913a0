import type { Command } from "commander";
import type { Done } from "../command-options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds commands to the program. */
type AddCommands = (program: Command, terminal: Terminal, done: Done) => void;

/** Commands that one module adds. */
interface CommandModule {
  /** The first words of their command lines. */
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommands>;
  /** Whether they ask what the other commands of the program are. */
  readonly needsAll?: true;
}

/** All commands, as the help lists them. Of most runs only the one that is run is loaded. */
const modules: readonly CommandModule[] = [
  { names: ["init"], load: async () => (await import("./init.ts")).addInitCommand },
  { names: ["lint"], load: async () => (await import("./lint.ts")).addLintCommand },
  {
    names: ["rules", "explain"],
    load: async () => (await import("./rules.ts")).addRulesCommands,
  },
  { names: ["convert"], load: async () => (await import("./convert.ts")).addConvertCommand },
  { names: ["simulate"], load: async () => (await import("./simulate.ts")).addSimulateCommand },
  { names: ["test"], load: async () => (await import("./test.ts")).addTestCommand },
  { names: ["serve"], load: async () => (await import("./serve.ts")).addServeCommand },
  {
    names: ["plan", "deploy", "history", "rollback"],
    load: async () => (await import("./deploying.ts")).addDeployingCommands,
  },
  {
    names: ["diff", "pull", "build"],
    load: async () => (await import("./comparing.ts")).addComparingCommands,
  },
  { names: ["edges"], load: async () => (await import("./edges.ts")).addEdgesCommand },
  { names: ["endpoints"], load: async () => (await import("./endpoints.ts")).addEndpointsCommand },
  { names: ["routes"], load: async () => (await import("./routes.ts")).addRoutesCommand },
  { names: ["emulator"], load: async () => (await import("./emulator.ts")).addEmulatorCommand },
  { names: ["doctor"], load: async () => (await import("./doctor.ts")).addDoctorCommand },
  {
    names: ["completion", "complete"],
    load: async () => (await import("./completion.ts")).addCompletionCommands,
    needsAll: true,
  },
];

/**
 * Adds commands to the program: those of one module when the command line begins with the name of one
 * of them, or else all, because the help lists them and a wrong name is compared with them.
 */
export async function addCommands(
  program: Command,
  terminal: Terminal,
  done: Done,
  firstWord?: string,
): Promise<void> {
  const named = modules.find(({ names }) => firstWord !== undefined && names.includes(firstWord));
  const needed = named === undefined || named.needsAll === true ? modules : [named];
  const all = await Promise.all(needed.map(({ load }) => load()));
  for (const add of all) add(program, terminal, done);
}
