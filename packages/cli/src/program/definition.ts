import type { Command } from "commander";
import type { ExitStatus } from "../context.ts";

export const groups = {
  check: "Write and check policies:",
  try: "Try policies:",
  service: "Deploy policies, and pull them:",
  self: "About this command:",
} as const;

export interface CommandDefinition {
  readonly summary?: string;
  readonly group?: keyof typeof groups;
  readonly hidden?: boolean;
  readonly isDefault?: true;
  readonly description: string;
  readonly options?: (command: Command) => Command;
  readonly notes?: readonly { readonly heading: string; readonly text: string }[];
  readonly exitStatus?: readonly [ok: string, findings: string, failure: string];
  /** Complete command lines for a shell, by purpose: a test runs them. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly commands?: Readonly<Record<string, CommandDefinition>>;
}

/** The exports of a file `commands/<name>/command.ts`. */
export interface ProgramCommandDefinition extends CommandDefinition {
  readonly order: number;
  readonly needsAll?: true;
  /** Other commands that the program's help lists in the line of this one, and what it says of all of them. */
  readonly line?: { readonly with: readonly string[]; readonly summary: string };
}

type RunCommand = (...given: never[]) => ExitStatus | Promise<ExitStatus>;

/** The exports of a file `commands/<name>/run.ts`: one for each subcommand. */
export type CommandRun = RunCommand | { readonly [name: string]: CommandRun };

export interface CommandModules {
  readonly name: string;
  readonly command: () => Promise<{ readonly default: ProgramCommandDefinition }>;
  readonly run: () => Promise<{ readonly default: CommandRun }>;
}
