/** What a regular expression without special characters tests. */
export interface PlainPattern {
  readonly method: "contains" | "startsWith" | "endsWith" | "==";
  readonly value: string;
}

/**
 * What a pattern (RE2) asks, when it is only a text and anchors. It asks the same as the method:
 * without flags `^` and `\A` are the beginning of the whole text, `$` and `\z` are its end and
 * nothing before it, and a character that is not special, or is escaped, is itself alone.
 */
export function plainPattern(pattern: string): PlainPattern | undefined {
  const [, begin = "", middle = "", end = ""] =
    /^(\^|\\A)?((?:[^\\]|\\[^])*?)(\$|\\z)?$/s.exec(pattern) ?? [];
  const value = literalOf(middle);
  if (value === undefined || (value === "" && (begin === "" || end === ""))) return undefined;
  if (begin !== "" && end !== "") return { method: "==", value };
  return { method: begin !== "" ? "startsWith" : end !== "" ? "endsWith" : "contains", value };
}

/**
 * The one text that a regular expression (RE2) matches, when it matches one only: `/a[.]html` and
 * `/a\\.html` match `/a.html`. Nothing when it has anything but plain characters and escaped signs.
 */
export function literalOf(pattern: string): string | undefined {
  let value = "";
  // A replacement character also matches invalid bytes.
  if (pattern.includes("\ufffd")) return undefined;
  for (const [part] of pattern.matchAll(/\[[^\\\]^]\]|\\[^]|[^]/gu)) {
    if (/^\\[!-/:-@[-`{-~]$/.test(part)) value += part.slice(1);
    else if (part.length > 1 && part.startsWith("[")) value += part.slice(1, -1);
    else if (/^[^\\.+*?()|[\]{}^$]$/u.test(part)) value += part;
    else return undefined;
  }
  return value;
}
