import type { CompiledPattern } from "./regular-expression.ts";

/** A text with the matches of a pattern replaced. */
export interface Replaced {
  readonly text: string;
  /** The parts that were replaced. */
  readonly matches: readonly string[];
}

/**
 * Replaces every match of a pattern, as Go's `ReplaceAllString` does it.
 *
 * @param otherValue - the value of a `$name` that is no group of the pattern; nothing when there is none
 */
export function replaceMatches(
  pattern: CompiledPattern,
  text: string,
  replacement: string,
  otherValue: (name: string) => string | undefined,
): Replaced {
  const matches: string[] = [];
  let result = "";
  let end = 0;
  for (const { start, end: to, group } of pattern.matchesIn(text)) {
    // Go skips an empty match right after another match.
    if (start === to && start === end && matches.length > 0) continue;
    matches.push(text.slice(start, to));
    const valueOf = (name: string): string | undefined => {
      // In Go, `$01` is the group of that name, and there is none.
      if (/^(?:0|[1-9]\d*)$/.test(name)) {
        return Number(name) <= pattern.groupCount ? group(Number(name)) : undefined;
      }
      return pattern.groupNames.includes(name) ? group(name) : otherValue(name);
    };
    result += text.slice(end, start) + expandReplacement(replacement, valueOf);
    end = to;
  }
  return { text: result + text.slice(end), matches };
}

/**
 * A replacement with its `$name` and `${name}` filled in, as Go's `Regexp.Expand` does it: a name
 * is as long as letters, digits and `_` go, so that `$1x` is the group `1x` and not the first one; `$$`
 * is a dollar sign; a name that there is none of gives nothing.
 *
 * @param valueOf - the value of a name; nothing when there is none
 */
export function expandReplacement(
  template: string,
  valueOf: (name: string) => string | undefined,
): string {
  return template.replace(
    /\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu,
    (whole, braced: string | undefined, plain: string | undefined) => {
      if (whole === "$$") return "$";
      return valueOf(braced ?? plain ?? "") ?? "";
    },
  );
}
