import type { Command } from "commander";
import type { ExitStatus } from "../context.ts";

/** The headings under which the help lists the commands. */
export const groups = {
  begin: "Begin:",
  check: "Write and check policies:",
  try: "Try policies:",
  service: "Deploy policies, and pull them:",
  resources: "Work with the service's resources:",
  emulator: "Try without a service:",
  self: "About this command:",
} as const;

/** What a command says of itself. */
export interface CommandDefinition {
  /** For the list of commands. */
  readonly summary?: string;
  /** The heading of the list under which it stands. */
  readonly group?: keyof typeof groups;
  /** Whether it is left out there. */
  readonly hidden?: boolean;
  /** Whether it is meant when none of the commands beside it is named. */
  readonly isDefault?: true;
  readonly description: string;
  /** Adds its arguments and options. */
  readonly options?: (command: Command) => Command;
  /** Paragraphs below its options. */
  readonly notes?: readonly { readonly heading: string; readonly text: string }[];
  /** What its exit status means, where that is more than for every command. */
  readonly exitStatus?: readonly [ok: string, findings: string, failure: string];
  /** Command lines that work as they stand, for a shell, by what they do: a test runs them. */
  readonly examples?: Readonly<Record<string, string>>;
  /** The commands in it, by name. */
  readonly commands?: Readonly<Record<string, CommandDefinition>>;
}

/** What a file `commands/<name>/command.ts` exports. */
export interface ProgramCommandDefinition extends CommandDefinition {
  /** Commands are listed in the order of these numbers. */
  readonly order: number;
  /** Whether it asks what the other commands are. */
  readonly needsAll?: true;
}

/** Runs a command: gets its arguments, its options, the context, and what commander knows of it. */
type RunCommand = (...given: never[]) => ExitStatus | Promise<ExitStatus>;

/** What a file `commands/<name>/run.ts` exports: of commands in a command, one for each. */
export type CommandRun = RunCommand | { readonly [name: string]: CommandRun };

/** The modules of a command, each loaded when it is needed. */
export interface CommandModules {
  readonly name: string;
  readonly command: () => Promise<{ readonly default: ProgramCommandDefinition }>;
  readonly run: () => Promise<{ readonly default: CommandRun }>;
}
