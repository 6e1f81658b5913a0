/**
 * A text as a message quotes it: only the beginning when it is longer than `longest` UTF-16 units,
 * without cutting a character in two.
 */
export function shortened(text: string, longest = 60): string {
  if (text.length <= longest) return text;
  const beginning = text.slice(0, longest - 1);
  return `${beginning.replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A text that is meant as a URL as it may be printed: without a password, and without its query, which may be a secret. */
export function urlToPrint(text: string): string {
  return text.replace(userInfo, "$1…@").replace(/([?#]).*/s, "$1…");
}

// Behind a colon without a port is a password, which may have any character.
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)?(?:[^/?#]*|[^/?#@:]*:(?!\d*(?:[/?#]|$)).*)@/is;

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Removes a repeated character from the end of a text. A pattern would take quadratic time on long runs. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}

// Terminals and logs obey control characters and line breaks, marks of direction make a text look like
// another one, and half a surrogate pair cannot be written.
const commands =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A text for one line of a terminal or a log, in which what is not to be obeyed stands as JSON escapes
 * it. Of JSON in one line the result is the same JSON.
 */
export function printable(text: string): string {
  return text.replace(commands, escaped);
}

/** Takes what the log of GitHub Actions obeys from the lines of a text: two colons at first, `##[` anywhere. */
export function withoutCommands(text: string): string {
  return text.replace(beginsCommand, "$1\\u003a").replaceAll("##[", "##\\u005b");
}

/** The first of two colons, with the preceding space and colour codes in its line. */
// oxlint-disable-next-line no-control-regex
const beginsCommand = /^((?:[^\S\n]|\u001b\[\d+m)*):(?=:)/gm;

/** A character as JSON escapes it. */
export function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
