import { untranslated } from "./untranslated.ts";

/** Never matches. Next to it, the database does not use a substring search instead of the pattern. */
const nothing = String.raw`[^\x00-\x{10FFFF}]`;

/**
 * Rewrites a pattern for RE2 versions that confuse letters that have a case with letters that have none when both are
 * alternatives.
 *
 * @throws NotInSql when flags apply only to a part of the pattern
 */
export function withOneCase(pattern: string): string {
  const inner = pattern.replace(/^\(\?[a-zA-Z]+\)/, "").replaceAll(/\\./gs, "_");
  if (/\(\?[a-zA-Z-]/.test(inner)) throw untranslated(`the pattern ${pattern}`);
  return pattern;
}

/** Rewrites a pattern for a database that first searches for a text, which it extracts wrongly from the pattern. */
export function withoutShortcut(pattern: string): string {
  return `(?:${pattern})|${nothing}`;
}

export function hasInnerAnchors(pattern: string): boolean {
  const withoutFlags = pattern.replace(/^\(\?[a-zA-Z]+\)/, "");
  return /.\^|\$./s.test(withoutFlags.replaceAll(/\\./gs, "_").replaceAll("[^", "["));
}
