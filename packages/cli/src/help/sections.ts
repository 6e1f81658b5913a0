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

export function examplesOf(command: Command): readonly Example[] {
  return examples.get(command) ?? [];
}

export function notesOf(command: Command): readonly Note[] {
  return notes.get(command) ?? [];
}
