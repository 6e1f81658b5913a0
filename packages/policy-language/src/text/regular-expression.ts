import { RE2JS, RE2JSException } from "re2js";
import { BoundedMap } from "../bounded-map.ts";
import type { Span } from "../span.ts";

/** What compiling a regular expression gives. */
export type RegularExpression =
  | {
      readonly ok: true;
      readonly groupCount: number;
      /** The names of the groups that have one. */
      readonly groupNames: readonly string[];
      /** Whether it matches somewhere in a text. */
      readonly matches: (text: string) => boolean;
    }
  | {
      readonly ok: false;
      /** Why it is not RE2, in the words of RE2. */
      readonly reason: string;
      /** Where in the pattern, when that is known. */
      readonly span?: Span;
    };

// The same pattern stands in many rules, and compiling it takes longer than checking all the rest.
const compiled = new BoundedMap<string, RegularExpression>();

/** Compiles a regular expression (RE2). */
export function compileRegularExpression(pattern: string): RegularExpression {
  let result = compiled.get(pattern);
  if (result === undefined) {
    result = compile(pattern);
    compiled.set(pattern, result);
  }
  return result;
}

function compile(pattern: string): RegularExpression {
  try {
    const expression = RE2JS.compile(pattern);
    const groupNames = Object.keys(expression.namedGroups());
    return {
      ok: true,
      groupCount: expression.groupCount(),
      groupNames,
      matches: (text) => expression.matcher(text).find(),
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    const quoted = /: `(.*)`$/s.exec(reason)?.[1];
    const span = quoted === undefined ? undefined : onlySpanOf(quoted, pattern);
    return { ok: false, reason, ...(span && { span }) };
  }
}

/** Where a part stands in a text; nothing when it stands there twice, and either may be meant. */
function onlySpanOf(part: string, text: string): Span | undefined {
  const start = part === "" ? -1 : text.indexOf(part);
  if (start < 0 || text.includes(part, start + 1)) return undefined;
  return { start, end: start + part.length };
}
