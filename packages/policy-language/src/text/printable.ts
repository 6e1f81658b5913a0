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

/** A character as JSON escapes it. */
export function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
