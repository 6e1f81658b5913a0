/** The test that a regular expression without special characters makes. */
export interface PlainPattern {
  readonly method: "contains" | "startsWith" | "endsWith" | "==";
  readonly value: string;
}

/**
 * Returns the equivalent text test of a pattern (RE2) that consists only of a text and anchors. The equivalence is
 * exact: without flags `^` and `\A` match only the beginning of the text, `$` and `\z` only its end, and a plain or
 * escaped character matches only itself.
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
 * Returns the only text that a regular expression (RE2) matches: `/a[.]html` and `/a\\.html` match `/a.html`.
 * Undefined when it has anything but plain characters and escaped signs.
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
