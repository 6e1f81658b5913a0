import type { Command } from "commander";

/** A command line that works as it stands, and what it does. */
export interface Example {
  /** A short sentence without a subject: `Lint the policies of all targets`. */
  readonly what: string;
  /** The line, for a shell. */
  readonly line: string;
}

/** A paragraph of a command's help under a heading of its own. */
interface Note {
  readonly heading: string;
  readonly text: string;
}

const examples = new WeakMap<Command, readonly Example[]>();
const notes = new WeakMap<Command, readonly Note[]>();
const exitStatuses = new WeakMap<Command, readonly string[]>();

/** Gives a command its examples; a test runs each of them. */
export function withExamples(command: Command, ...all: readonly Example[]): Command {
  examples.set(command, all);
  return command;
}

/** Adds a paragraph below a command's options. */
export function withNote(command: Command, heading: string, text: string): Command {
  notes.set(command, [...notesOf(command), { heading, text }]);
  return command;
}

/**
 * Says in a command's help what its exit status means, where that is more than for every command.
 *
 * @param meanings - of 0, 1 and 2
 */
export function withExitStatus(
  command: Command,
  ...meanings: readonly [ok: string, findings: string, failure: string]
): Command {
  exitStatuses.set(command, meanings);
  const text = meanings.map((meaning, status) => `${status}  ${meaning}`).join("\n");
  return withNote(command, "Exit status", text);
}

/** What {@link withExitStatus} said of a command. */
export function exitStatusesOf(command: Command): readonly string[] | undefined {
  return exitStatuses.get(command);
}

export function examplesOf(command: Command): readonly Example[] {
  return examples.get(command) ?? [];
}

export function notesOf(command: Command): readonly Note[] {
  return notes.get(command) ?? [];
}
