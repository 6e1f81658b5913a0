import type { Argument, Command, Option } from "commander";

/** What may stand where the cursor is. */
export interface Place {
  /** The command that the words before it are for. */
  readonly command: Command;
  /** What is typed of it: of a value after `--format=`, the value. */
  readonly typed: string;
  /** What stands before that in the same word: `--format=`. */
  readonly before: string;
  /** What it is: a value of an option, an option, or a command or argument. */
  readonly what: Option | "option" | "operand";
  /** How many arguments of the command stand before it. */
  readonly argumentsBefore: number;
}

/**
 * Reads the words before the cursor as commander does.
 *
 * @param words - without the program's name; the last one is to be completed
 */
export function placeOf(program: Command, words: readonly string[]): Place {
  const current = words.at(-1) ?? "";
  let command = program;
  let argumentsBefore = 0;
  let optionsEnded = false;
  let open: Option | undefined;
  let values = 0;

  const belongsToOption = (word: string): boolean => {
    if (open === undefined) return false;
    if (open.required && values === 0) return true;
    return !looksLikeOption(word) && (values === 0 || open.variadic);
  };

  for (const word of words.slice(0, -1)) {
    if (belongsToOption(word)) {
      values += 1;
      continue;
    }
    open = undefined;
    values = 0;
    if (!optionsEnded && word === "--") optionsEnded = true;
    else if (!optionsEnded && looksLikeOption(word)) {
      const option = findOption(command, word);
      if (option !== undefined && takesValue(option)) open = option;
    } else {
      const next = argumentsBefore === 0 ? findCommand(command, word) : undefined;
      if (next === undefined) argumentsBefore += 1;
      else command = next;
    }
  }

  const place = { command, argumentsBefore };
  if (open !== undefined && belongsToOption(current)) {
    return { ...place, typed: current, before: "", what: open };
  }
  if (optionsEnded || !current.startsWith("-")) {
    return { ...place, typed: current, before: "", what: "operand" };
  }
  const [, name, value] = /^(--[^=]+=)(.*)$/s.exec(current) ?? [];
  const option = name === undefined ? undefined : findOption(command, name.slice(0, -1));
  return name === undefined || value === undefined || option === undefined
    ? { ...place, typed: current, before: "", what: "option" }
    : { ...place, typed: value, before: name, what: option };
}

/** The argument that comes after this many others, if the command takes one. */
export function argumentAfter(command: Command, count: number): Argument | undefined {
  const all = command.registeredArguments;
  const last = all.at(-1);
  return all[count] ?? (last?.variadic === true ? last : undefined);
}

function looksLikeOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ short, long }) => word === short || word === long);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((one) => one.name() === word || one.aliases().includes(word));
}
