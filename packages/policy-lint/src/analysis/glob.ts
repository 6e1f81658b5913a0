import type { Span } from "@traffic-policy/policy-language";

/** The test that a text with a star at one end or at both was probably meant to be. */
export interface GlobSuggestion {
  readonly method: "startsWith" | "endsWith" | "contains";
  readonly value: string;
}

/** Returns the test of a glob with stars only at its ends: `/api/*` tests for the prefix `/api/`. */
export function meantByGlob(text: string): GlobSuggestion | undefined {
  const [, before = "", value = "", after = ""] = /^(\*{0,2})([^*]+)(\*{0,2})$/.exec(text) ?? [];
  if (before === "" && after === "") return undefined;
  const method = before === "" ? "startsWith" : after === "" ? "endsWith" : "contains";
  return { method, value };
}

/**
 * Finds the `/*` of a regular expression that reads like a glob: plain characters, and a star that repeats a slash.
 * Optional slashes at the beginning or before `$` are intentional.
 */
export function globInPattern(pattern: string): Span | undefined {
  if (!/^\^?(?:[\w.*~%:@/-]|\\[./-])+\$?$/.test(pattern)) return undefined;
  const found = /(?<=[\w.*~%-])\\?\/\*(?!\$$)|^\/\*$|(?<=\w:\/)\/\*/.exec(pattern);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Finds a slash and star at the end of a regular expression, which may match nothing. */
export function starAtEnd(pattern: string): Span | undefined {
  const found = /(?<=[\w.)\]])\\?\/\*$/.exec(pattern);
  return found === null ? undefined : { start: found.index, end: pattern.length };
}

export function helpForStar(reason = ""): { readonly help: string } | undefined {
  const isStar = /^(?:missing argument to|invalid nested) repetition operator: `\*+`$/.test(reason);
  return isStar
    ? { help: "In a regular expression * repeats what precedes it: write .* for any text." }
    : undefined;
}
