const lead = /^\s*(?:- +)*/;

/** A line that ends with a key, or begins a text of several lines. */
const opens = /^[^#]*[^\s#]:(?:\s+[|>][-+\d]*)?\s*(?:\s#.*)?$/;

/**
 * Returns the column in which the line after a line of YAML begins: inside a key without a value, or below the key
 * that the line begins with. Undefined where that cannot be told.
 *
 * @param line - the text before the cursor
 */
export function columnAfter(line: string): number | undefined {
  const [before = ""] = lead.exec(line) ?? [];
  const rest = line.slice(before.length);
  if (rest === "" || /[[{][^\]}]*$/.test(rest)) return undefined;
  if (/^[|>]/.test(rest)) return before.length;
  if (opens.test(line)) return before.length + 2;
  const isKey = /^(?:[^\s'"#][^:#]*|"[^"]*"|'[^']*'):\s/.test(rest);
  return isKey ? before.length : line.length - line.trimStart().length;
}
