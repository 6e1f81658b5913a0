import { RE2JS, RE2JSException, RE2Set } from "re2js";
import { BoundedMap, getOrAdd } from "../bounded-map.ts";
import type { Span } from "./positions.ts";

/** What compiling a regular expression gives. */
export type RegularExpression = CompiledPattern | InvalidPattern;

/** A regular expression that can be matched. */
export interface CompiledPattern {
  readonly ok: true;
  readonly groupCount: number;
  /** The names of the groups that have one. */
  readonly groupNames: readonly string[];
  /** Whether it is seen at once that a part of some text matches; `false` is not certain. */
  readonly matchesSomething: boolean;
  /** Whether it is seen at once that nothing matches in an empty text; `false` is not certain. */
  readonly needsText: boolean;
  /** Whether a part of a text matches. */
  matches(text: string): boolean;
  /** The parts of a text that match, in order. Each is valid until the next one is asked for. */
  matchesIn(text: string): Iterable<PatternMatch>;
}

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

/** Reads a regular expression (RE2); it is compiled when more is asked than whether it is one. */
export function compileRegularExpression(pattern: string): RegularExpression {
  return getOrAdd(compiled, pattern, compile);
}

function compile(pattern: string): RegularExpression {
  if (pattern.length <= longestPlain && plainPattern.test(pattern))
    return new Re2Pattern(pattern, true);
  try {
    // A set parses what is added to it, and compiles nothing before it is used.
    new RE2Set().add(pattern);
    return new Re2Pattern(pattern, false);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    const quoted = /: `(.*)`$/s.exec(reason)?.[1];
    const span = quoted === undefined ? undefined : onlySpanOf(quoted, pattern);
    return { ok: false, reason, ...(span && { span }) };
  }
}

const quantified = "(?:[*+?]\\??)?";
const oneCharacter = [
  "[\\w/ ,:;=@%&#!~\"'<>.-]",
  "\\\\[dDwWsS./+*?()|[\\]{}^$-]",
  "\\[\\^?(?:a-z|A-Z|0-9|[\\w/ ,:@%.*+?|$]|\\\\[dws./-])+\\]",
].join("|");
const token = `(?:${oneCharacter})${quantified}`;

/**
 * What most patterns are: characters and classes with `*`, `+` or `?`, groups of them, and alternatives. Such a
 * pattern is RE2, and matches something; parsing it to know that takes a hundred times as long.
 */
const plainPattern = new RegExp(
  `^(?:\\(\\?i\\))?\\^?(?:${token}|\\((?:\\?:)?(?:${token}|\\|)*\\)${quantified}|\\|)*\\$?$`,
);

/** For longer ones the search would need a deep stack. */
const longestPlain = 500;

/** Compiled when more is asked than whether it is valid. */
class Re2Pattern implements CompiledPattern {
  readonly ok = true;
  readonly matchesSomething: boolean;
  readonly #pattern: string;
  #compiled: RE2JS | undefined;

  /** @param isPlain - see {@link plainPattern} */
  constructor(pattern: string, isPlain: boolean) {
    this.#pattern = pattern;
    this.matchesSomething = isPlain;
  }

  get needsText(): boolean {
    if (!this.matchesSomething) return false;
    // Each of which may match nothing.
    const parts = /\\[a-z]|\[\^?(?:\\.|[^\]])*\]|\((?:\\.|[^)])*\)/gi;
    const left = this.#pattern.replaceAll(parts, "");
    return !left.includes("|") && /(?:[\w/]|\\[./-])(?![*?])/.test(left);
  }

  get groupCount(): number {
    // Quoted texts and classes of classes aside, groups are counted sooner than the pattern is compiled.
    if (/\\Q|\[[:[]/.test(this.#pattern)) return this.#expression.groupCount();
    const plain = this.#pattern.replace(/\\.|\[\^?\]?(?:\\.|[^\\\]])*\]/gs, "");
    return plain.match(/\((?!\?)|\(\?P?</g)?.length ?? 0;
  }

  get groupNames(): readonly string[] {
    const mayHaveNames = /\(\?P?</.test(this.#pattern);
    return mayHaveNames ? Object.keys(this.#expression.namedGroups()) : [];
  }

  matches(text: string): boolean {
    return this.#expression.test(text);
  }

  *matchesIn(text: string): Generator<PatternMatch> {
    const matcher = this.#expression.matcher(text);
    const group = (name: number | string): string => matcher.group(name) ?? "";
    while (matcher.find()) yield { start: matcher.start(), end: matcher.end(), group };
  }

  get #expression(): RE2JS {
    this.#compiled ??= RE2JS.compile(this.#pattern);
    return this.#compiled;
  }
}

/** Where a part is in a text; undefined when it is there twice, and either may be meant. */
function onlySpanOf(part: string, text: string): Span | undefined {
  const start = part === "" ? -1 : text.indexOf(part);
  if (start < 0 || text.includes(part, start + 1)) return undefined;
  return { start, end: start + part.length };
}
