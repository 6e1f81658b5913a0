import { RE2JS, RE2JSException } from "re2js";
import { BoundedMap } from "../bounded-map.ts";
import type { Span } from "./positions.ts";

/** What compiling a regular expression gives. */
export type RegularExpression = CompiledPattern | InvalidPattern;

/** A regular expression that can be matched. */
export interface CompiledPattern {
  readonly ok: true;
  readonly groupCount: number;
  /** The names of the groups that have one. */
  readonly groupNames: readonly string[];
  /** Whether a part of a text matches. */
  matches(text: string): boolean;
  /** The parts of a text that match, in order. Each is valid until the next one is asked for. */
  matchesIn(text: string): Iterable<PatternMatch>;
}

/** A part of a text that matches. */
interface PatternMatch extends Span {
  /** What a group matched, by its number or name; empty when it took no part. */
  group(group: number | string): string;
}

/** A text that is not RE2. */
interface InvalidPattern {
  readonly ok: false;
  /** Why it is not RE2, as RE2 puts it. */
  readonly reason: string;
  /** Where in the pattern, if known. */
  readonly span?: Span;
}

// Policies repeat patterns, and every request asks for them again; compiling takes longer than
// everything else about them.
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
    return new Re2Pattern(RE2JS.compile(pattern));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    const quoted = /: `(.*)`$/s.exec(reason)?.[1];
    const span = quoted === undefined ? undefined : onlySpanOf(quoted, pattern);
    return { ok: false, reason, ...(span && { span }) };
  }
}

class Re2Pattern implements CompiledPattern {
  readonly ok = true;
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  readonly #expression: RE2JS;

  constructor(expression: RE2JS) {
    this.#expression = expression;
    this.groupCount = expression.groupCount();
    this.groupNames = Object.keys(expression.namedGroups());
  }

  matches(text: string): boolean {
    return this.#expression.test(text);
  }

  *matchesIn(text: string): Generator<PatternMatch> {
    const matcher = this.#expression.matcher(text);
    const group = (name: number | string): string => matcher.group(name) ?? "";
    while (matcher.find()) yield { start: matcher.start(), end: matcher.end(), group };
  }
}

/** Where a part stands in a text; undefined when it stands there twice, and either may be meant. */
function onlySpanOf(part: string, text: string): Span | undefined {
  const start = part === "" ? -1 : text.indexOf(part);
  if (start < 0 || text.includes(part, start + 1)) return undefined;
  return { start, end: start + part.length };
}
