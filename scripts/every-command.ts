import type { ProgramCommand } from "../packages/cli/src/program/program-command.ts";
import { createProgram } from "../packages/cli/src/program.ts";
import { createContext } from "../packages/cli/src/main.ts";
import { standardStreams } from "../packages/cli/src/output-stream.ts";

/** A command that the help lists. */
export interface ListedCommand {
  readonly command: ProgramCommand;
  /** The words after the program's name; none for the program itself. */
  readonly words: readonly string[];
  readonly examples: readonly { readonly what: string; readonly line: string }[];
  /** Whether it only holds other commands. */
  readonly isGroup: boolean;
}

/** The program and all of its commands, each followed by those in it. */
export async function everyCommand(): Promise<readonly ListedCommand[]> {
  return listed(await createProgram(await createContext(standardStreams()), () => undefined), []);
}

function listed(command: ProgramCommand, words: readonly string[]): ListedCommand[] {
  const inner = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help") as ProgramCommand[];
  const isGroup = inner.length > 0 && words.length > 0;
  const examples = Object.entries(command.definition?.examples ?? {});
  return [
    { command, words, examples: examples.map(([what, line]) => ({ what, line })), isGroup },
    ...inner.flatMap((one) => listed(one, [...words, one.name()])),
  ];
}
