import { parse } from "shell-quote";
import { CommandError } from "../command-error.ts";

// A part in quotes, an escaped line break, or any other escaped character.
const quoted = /\$'(?:\\.|[^'\\])*'|'[^']*'|"(?:\\.|[^"\\])*"|\\\r?\n|\\./gs;

// A # in the middle of a word is none that begins a comment, which the library takes it for.
const quotedOrComment = new RegExp(`${quoted.source}|(?<=[^\\s;&|()<>{$])#`, "gs");

/**
 * The words of a command line, as a POSIX shell or bash takes them.
 *
 * @param option - where it was given
 * @throws CommandError when only the shell could tell what a word is
 */
export function shellWords(line: string, option: string): string[] {
  if (/['"]/.test(line.replace(quoted, ""))) {
    throw new CommandError(`${option}: A quote in the command line is not closed.`, {
      help: "Copy the whole command; on Windows, the form for bash.",
    });
  }
  // The library takes it for a letter.
  if (line.replace(quoted, (part) => (/^\$?'/.test(part) ? "" : part)).includes("`")) {
    throw notAWord("$`", option);
  }
  const joined = line.replace(quotedOrComment, (part) => {
    if (part === "#") return String.raw`\#`;
    return /^\\\r?\n$/.test(part) ? "" : part;
  });
  return parsed(joined, option).map((word) => {
    if (typeof word === "string") return word;
    // What looks like a pattern is a word like any other where no file has such a name.
    if ("pattern" in word) return word.pattern;
    if ("comment" in word) throw notAWord("#", option);
    throw notAWord(word.op, option);
  });
}

function parsed(line: string, option: string): ReturnType<typeof parse<{ op: string }>> {
  try {
    return parse<{ op: string }>(line, (name) => ({ op: `$${name}` }));
  } catch (error) {
    // The library throws for nothing else.
    throw Object.assign(notAWord("${", option), { cause: error });
  }
}

function notAWord(operator: string, option: string): CommandError {
  if (operator.startsWith("$")) {
    const shown = operator === "$`" ? "`" : operator;
    return new CommandError(`${option}: Only a shell can expand ${shown}.`, {
      help: "Write the value instead, or put it in single quotes if it is literal.",
    });
  }
  return new CommandError(`${option}: The command line has a ${operator} outside of quotes.`, {
    help: `Give only the curl command; a URL with ${operator} in it needs quotes.`,
  });
}
