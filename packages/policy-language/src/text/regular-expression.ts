import { RE2JS, RE2JSException, RE2Set } from "re2js";
import { BoundedMap, getOrAdd } from "../bounded-map.ts";
import type { Span } from "./positions.ts";

export type RegularExpression = CompiledPattern | InvalidPattern;

export interface CompiledPattern {
  readonly ok: true;
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  /** True when it is obvious that some text has a match; `false` is not certain. */
  readonly matchesSomething: boolean;
  /** True when it is obvious that an empty text has no match; `false` is not certain. */
  readonly needsText: boolean;
  matches(text: string): boolean;
  /** Yields the matches in a text, in order. Each is valid only until the next is requested. */
  matchesIn(text: string): Iterable<PatternMatch>;
  /** The compiled program; undefined when it has unknown instructions. */
  readonly program: PatternProgram | undefined;
}

/**
 * A nondeterministic automaton that reads code points. A part of a text matches when some way through the
 * instructions, from the one at `start` on, reads it and comes to a match.
 */
export interface PatternProgram {
  readonly start: number;
  readonly instructions: readonly PatternInstruction[];
}

/** An instruction with its effect and the instructions that may come next. */
export type PatternInstruction =
  | { readonly kind: "match" | "fail" }
  /** Reads nothing. */
  | { readonly kind: "go"; readonly next: readonly number[] }
  /** Reads nothing, and goes on only where all of some {@link PatternPlace places} are. */
  | { readonly kind: "at"; readonly places: number; readonly next: number }
  /** Reads one character, the code point of which is in one of the ranges. */
  | { readonly kind: "read"; readonly ranges: CharacterRanges; readonly next: number };

/** The first and the last code point of each of some ranges, in order. */
export type CharacterRanges = readonly number[];

/** Places in a text that a pattern can ask for; a bit for each. */
export const PatternPlace = {
  beginOfLine: 1,
  endOfLine: 2,
  beginOfText: 4,
  endOfText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

interface PatternMatch extends Span {
  /** Returns the text that a group matched, by its number or name; empty when the group took no part. */
  group(group: number | string): string;
}

interface InvalidPattern {
  readonly ok: false;
  readonly reason: string;
  readonly span?: Span;
}

// Policies repeat patterns, and every request asks for them again; compiling takes longer than
// everything else about them.
const compiled = new BoundedMap<string, RegularExpression>();

/** Reads a regular expression (RE2); it is compiled when more is asked than whether it is one. */
export function compileRegularExpression(pattern: string): RegularExpression {
  return getOrAdd(compiled, pattern, compile);
}

/** Lets go of what patterns were compiled to, 50 kB for each; they are compiled again when they are asked. */
export function forgetCompiled(): void {
  compiled.clear();
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
 * Recognizes most patterns: characters and classes with `*`, `+` or `?`, groups of them, and alternatives. Such a
 * pattern is valid RE2 and matches something; parsing it to find that out takes a hundred times as long.
 */
const plainPattern = new RegExp(
  `^(?:\\(\\?i\\))?\\^?(?:${token}|\\((?:\\?:)?(?:${token}|\\|)*\\)${quantified}|\\|)*\\$?$`,
);

/** Characters that stand for themselves and are not repeated, at the beginning of a pattern without alternatives. */
const plainBeginning = /^\^?([\w/ ,:;=@%&#!~"'<>-]+)(?![*+?])(?!.*\|)/;

/** Of plain patterns, those that may take JavaScript long: with many repetitions, or with repeated groups. */
const unlike = /\)[*+?]|[*+](?:[^*+]*[*+]){3}|(?:[?|][^?|]*){8}/;

/** A text for which `.`, `\\s` and letters in any case are the same in both. */
const shortText = /^[ -~]{0,80}$/;

/** The maximum length for {@link plainPattern}: longer patterns would need a deep stack. */
const longestPlain = 500;

/** A pattern that is compiled only when more is needed than its validity. */
class Re2Pattern implements CompiledPattern {
  readonly ok = true;
  readonly matchesSomething: boolean;
  readonly #pattern: string;
  /** The text that every match begins with, as far as that is obvious. */
  readonly #beginning: string;
  #compiled: RE2JS | undefined;
  #program: PatternProgram | null | undefined;
  #inJavaScript: RegExp | null | undefined;

  /** @param isPlain - see {@link plainPattern} */
  constructor(pattern: string, isPlain: boolean) {
    this.#pattern = pattern;
    this.matchesSomething = isPlain;
    this.#beginning = isPlain ? (plainBeginning.exec(pattern)?.[1] ?? "") : "";
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
    if (!text.includes(this.#beginning)) return false;
    const alike = this.#alike(text);
    if (alike === undefined) return this.#expression.test(text);
    alike.lastIndex = 0;
    return alike.test(text);
  }

  *matchesIn(text: string): Generator<PatternMatch> {
    if (!text.includes(this.#beginning)) return;
    const alike = this.#alike(text);
    if (alike !== undefined) {
      yield* matchesOf(alike, text);
      return;
    }
    const matcher = this.#expression.matcher(text);
    const group = (name: number | string): string => matcher.group(name) ?? "";
    while (matcher.find()) yield { start: matcher.start(), end: matcher.end(), group };
  }

  get program(): PatternProgram | undefined {
    if (this.#program === undefined) {
      const { prog } = (this.#expression as unknown as CompiledByLibrary).re2Input;
      this.#program = programOf(prog) ?? null;
    }
    return this.#program ?? undefined;
  }

  /** The same pattern in JavaScript, if it finds the same in a text, and soon; compiling RE2 takes a hundred times as long. */
  #alike(text: string): RegExp | undefined {
    if (this.#compiled !== undefined || !shortText.test(text)) return undefined;
    if (this.#inJavaScript === undefined) {
      const isAlike = this.matchesSomething && !unlike.test(this.#pattern);
      const isOfAnyCase = this.#pattern.startsWith("(?i)");
      const pattern = isOfAnyCase ? this.#pattern.slice(4) : this.#pattern;
      this.#inJavaScript = isAlike ? new RegExp(pattern, isOfAnyCase ? "gi" : "g") : null;
    }
    return this.#inJavaScript ?? undefined;
  }

  get #expression(): RE2JS {
    this.#compiled ??= RE2JS.compile(this.#pattern);
    return this.#compiled;
  }
}

function* matchesOf(pattern: RegExp, text: string): Generator<PatternMatch> {
  for (let from = 0; from <= text.length;) {
    // Between two matches, somebody else may look for others.
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    const start = match.index;
    const end = start + match[0].length;
    yield { start, end, group: (name) => match[Number(name)] ?? "" };
    from = end === start ? end + 1 : end;
  }
}

interface CompiledByLibrary {
  readonly re2Input: { readonly prog: LibraryProgram };
}

interface LibraryProgram {
  readonly start: number;
  readonly inst: readonly LibraryInstruction[];
}

interface LibraryInstruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
}

const anyCharacter: CharacterRanges = [0, 0x10ffff];
const anyButNewline: CharacterRanges = [0, 9, 11, 0x10ffff];

/** Readers of instructions by the library's codes; lookbehind instructions are not supported. */
const readers: Readonly<
  Record<number, (instruction: LibraryInstruction) => PatternInstruction | undefined>
> = {
  1: ({ out, arg }) => ({ kind: "go", next: [out, arg] }),
  2: ({ out, arg }) => ({ kind: "go", next: [out, arg] }),
  3: ({ out }) => ({ kind: "go", next: [out] }),
  4: ({ out, arg }) => (arg >> 6 === 0 ? { kind: "at", places: arg, next: out } : undefined),
  5: () => ({ kind: "fail" }),
  6: () => ({ kind: "match" }),
  7: ({ out }) => ({ kind: "go", next: [out] }),
  8: ({ out, arg, runes }) => ({ kind: "read", ranges: rangesOf(runes, arg), next: out }),
  9: ({ out, arg, runes }) => ({ kind: "read", ranges: rangesOf(runes, arg), next: out }),
  10: ({ out }) => ({ kind: "read", ranges: anyCharacter, next: out }),
  11: ({ out }) => ({ kind: "read", ranges: anyButNewline, next: out }),
};

function programOf({ start, inst }: LibraryProgram): PatternProgram | undefined {
  const instructions: PatternInstruction[] = [];
  for (const one of inst) {
    const instruction = readers[one.op]?.(one);
    if (instruction === undefined) return undefined;
    instructions.push(instruction);
  }
  return { start, instructions };
}

/** The library's flag for a single character that matches in upper and lower case. */
const foldCase = 1;

function rangesOf(runes: ArrayLike<number>, flags: number): CharacterRanges {
  const { length, 0: only = 0 } = runes;
  // A class that is repeated is one for all its instructions, and may be long.
  if (length !== 1) return getOrAdd(ofClasses, runes, () => Array.from(runes));
  return (flags & foldCase) === 0 ? [only, only] : getOrAdd(folded, only, foldedWith);
}

const ofClasses = new WeakMap<ArrayLike<number>, CharacterRanges>();

const folded = new BoundedMap<number, CharacterRanges>();

/**
 * Returns the characters that differ only by case. The library expands them itself only in a class of two or more.
 */
function foldedWith(character: number): CharacterRanges {
  const other = "!";
  const code = character.toString(16);
  const pattern = RE2JS.compile(`(?i:[\\x{${code}}${other}])`);
  const { inst, start } = (pattern as unknown as CompiledByLibrary).re2Input.prog;
  const ranges = Array.from(inst[start]?.runes ?? []);
  const at = other.charCodeAt(0);
  return ranges.filter((one) => one !== at);
}

function onlySpanOf(part: string, text: string): Span | undefined {
  const start = part === "" ? -1 : text.indexOf(part);
  if (start < 0 || text.includes(part, start + 1)) return undefined;
  return { start, end: start + part.length };
}
