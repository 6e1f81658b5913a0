import type { Context } from "../context.ts";
import type { ExitStatus } from "../exit-status.ts";
import {
  groups,
  type CommandDefinition,
  type CommandRun,
  type ProgramCommandDefinition,
} from "./definition.ts";
import type { ProgramCommand } from "./program-command.ts";

/** A command of which it is known what it says of itself. */
export interface LoadedCommand<Definition = ProgramCommandDefinition> {
  readonly name: string;
  readonly definition: Definition;
  readonly run: () => Promise<CommandRun>;
}

/** Takes the exit status of a command that has ended. */
export type Done = (status: ExitStatus) => void;

/** Adds a command to the program, or to another command, and the commands in it. */
export function addCommand(
  parent: ProgramCommand,
  { name, definition, run }: LoadedCommand<CommandDefinition>,
  how: { readonly context: Context; readonly done: Done },
): void {
  const { options, group, hidden = false, commands } = definition;
  const command = parent.command(name, { hidden }) as ProgramCommand;
  command.defineAs(definition);
  if (group !== undefined) command.helpGroup(groups[group]);
  options?.(command);
  for (const [inner, one] of Object.entries(commands ?? {})) {
    const runInner = async (): Promise<CommandRun> =>
      ((await run()) as Readonly<Record<string, CommandRun>>)[inner] as CommandRun;
    addCommand(command, { name: inner, definition: one, run: runInner }, how);
  }
  if (commands !== undefined) return;
  command.action(async (...given: unknown[]) => {
    const carryOut = (await run()) as (...given: unknown[]) => Promise<ExitStatus>;
    how.done(await carryOut(...given.slice(0, -1), how.context, command));
  });
}
