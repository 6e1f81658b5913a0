import { untranslated } from "./untranslated.ts";

/** Never matches anything: beside it, no text is looked for in place of a pattern. */
const nothing = String.raw`[^\x00-\x{10FFFF}]`;

/**
 * A pattern for versions of RE2 that take letters with a case for such without one where both are alternatives.
 *
 * @throws NotInSql when flags hold for a part of it only
 */
export function withOneCase(pattern: string): string {
  const inner = pattern.replace(/^\(\?[a-zA-Z]+\)/, "").replaceAll(/\\./gs, "_");
  if (/\(\?[a-zA-Z-]/.test(inner)) throw untranslated(`the pattern ${pattern}`);
  return pattern;
}

/** The pattern for a database that looks for a text first which it takes from it wrongly. */
export function withoutShortcut(pattern: string): string {
  return `(?:${pattern})|${nothing}`;
}

/** Checks whether there are anchors within a pattern, rather than around it. */
export function hasInnerAnchors(pattern: string): boolean {
  const withoutFlags = pattern.replace(/^\(\?[a-zA-Z]+\)/, "");
  return /.\^|\$./s.test(withoutFlags.replaceAll(/\\./gs, "_").replaceAll("[^", "["));
}
