import { macroForms } from "../catalogue/standard/macros.ts";
import type { Span } from "../text/positions.ts";
import { Lexer, type TokenKind } from "./lexer.ts";
import { ParseFailure } from "./parse-error.ts";

/** A token of an expression, as far as it is one. */
export interface Token extends Span {
  readonly kind: TokenKind;
  /** The offset of the bracket's partner among the tokens, of a bracket that has one. */
  readonly partner?: number;
  /** The innermost open bracket around it, as an offset among the tokens; -1 for none. */
  readonly parent: number;
  /** How many commas stand before it in that bracket. */
  readonly ordinal: number;
  /** The innermost open parenthesis of a macro that binds a name; -1 for none. */
  readonly macro: number;
  /** Of a string that is not closed. */
  readonly isOpen?: true;
}

type GrowingToken = { -readonly [Key in keyof Token]: Token[Key] };

/** The tokens of a text, right or wrong, with the brackets around each. */
export class Tokens {
  readonly text: string;
  readonly list: readonly Token[];

  /** The last one has the kind `end`. A string that is not closed goes to the end of its line. */
  constructor(text: string) {
    this.text = text;
    const list = lexed(text);
    pairBrackets(text, list);
    this.list = list;
  }

  /** The kind of a token; `end` for one that is not there. */
  kind(index: number): TokenKind {
    return this.list[index]?.kind ?? "end";
  }

  /** Returns the text of the token. */
  word(index: number): string {
    const token = this.list[index];
    return token === undefined ? "" : this.text.slice(token.start, token.end);
  }

  /** From the start of one token to the end of another. */
  span(first: number, last: number): Span {
    return { start: this.list[first]?.start ?? 0, end: this.list[last]?.end ?? this.text.length };
  }

  /** The token that an offset is in, or at the start or end of: a name, a number or a string rather than a sign. */
  at(offset: number): number | undefined {
    const touching = this.list.flatMap(({ start, end }, index) =>
      start <= offset && offset <= end && start < end ? [index] : [],
    );
    const named = touching.filter((index) => !isSign(this.kind(index)));
    return named.at(-1) ?? touching.at(-1);
  }

  /** The comments after `//`, including these signs, in the order of the text. */
  get comments(): Span[] {
    const ends = [0, ...this.list.map(({ end }) => end)];
    return this.list.flatMap(({ start }, index) => {
      const from = ends[index] ?? 0;
      return [...this.text.slice(from, start).matchAll(/\/\/[^\r\n]*/g)].map(
        ({ 0: comment, index: at }) => ({ start: from + at, end: from + at + comment.length }),
      );
    });
  }

  /** True when an offset is after `//`. */
  isInComment(offset: number): boolean {
    const before = this.list.findLast(({ start }) => start < offset);
    if (before !== undefined && before.end > offset) return false;
    const gap = this.text.slice(before?.end ?? 0, offset);
    return gap.slice(gap.lastIndexOf("\n") + 1).includes("//");
  }
}

function isSign(kind: TokenKind): boolean {
  return !words.has(kind);
}

const words: ReadonlySet<TokenKind> = new Set<TokenKind>([
  "name",
  "number",
  "string",
  "true",
  "false",
  "null",
  "in",
]);

/** Checks whether an operand can end with a token. */
export function endsOperand(kind: TokenKind): boolean {
  return (words.has(kind) && kind !== "in") || kind === ")" || kind === "]" || kind === "}";
}

/** Returns the content of a string without its quotes; escapes stay as written. */
export function contentOf(text: string, { start, end, isOpen }: Token): Span {
  const [opening = "", marks = ""] =
    /^[rRbB]{0,2}('''|"""|'|")/.exec(text.slice(start, start + 5)) ?? [];
  const first = Math.min(start + opening.length, end);
  return { start: first, end: isOpen === true ? end : Math.max(first, end - marks.length) };
}

const unplaced = { parent: -1, ordinal: 0, macro: -1 } as const;

function lexed(text: string): GrowingToken[] {
  const list: GrowingToken[] = [];
  let lexer = new Lexer(text);
  for (;;) {
    try {
      lexer.next();
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      const { start } = lexer;
      const end = endOfOpenString(text, start, failure);
      list.push({ kind: "string", start, end, isOpen: true, ...unplaced });
      lexer = new Lexer(text, end);
      continue;
    }
    const { kind, start, end } = lexer;
    list.push({ kind, start, end, ...unplaced });
    if (kind === "end") return list;
  }
}

function endOfOpenString(text: string, start: number, { error }: ParseFailure): number {
  if (error.code === "newline-in-string") return error.span.start;
  if (/^[rRbB]{0,2}('''|""")/.test(text.slice(start, start + 5))) return text.length;
  const line = text.slice(start).search(/[\r\n]/);
  return line < 0 ? text.length : start + line;
}

type Opening = "(" | "[" | "{";

const openingOf: Readonly<Partial<Record<TokenKind, Opening>>> = { ")": "(", "]": "[", "}": "{" };

function isOpening(kind: TokenKind): kind is Opening {
  return kind === "(" || kind === "[" || kind === "{";
}

interface Bracket {
  readonly kind: Opening;
  readonly index: number;
  readonly macro: number;
  commas: number;
}

/** Pairs brackets. A closing bracket also closes brackets of another kind that were left open in between. */
function pairBrackets(text: string, list: GrowingToken[]): void {
  const open: Bracket[] = [];
  const count = { "(": 0, "[": 0, "{": 0 };
  for (const [index, token] of list.entries()) {
    const { kind } = token;
    const wanted = openingOf[kind];
    if (wanted !== undefined && count[wanted] > 0) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        count[last.kind]--;
        if (last.kind !== wanted) continue;
        token.partner = last.index;
        const other = list[last.index];
        if (other !== undefined) other.partner = index;
        break;
      }
    }
    const around = open.at(-1);
    token.parent = around?.index ?? -1;
    token.ordinal = around?.commas ?? 0;
    token.macro = around?.macro ?? -1;
    if (kind === "," && around !== undefined) around.commas++;
    if (isOpening(kind)) {
      const macro = kind === "(" && isMacroCall(text, list, index) ? index : token.macro;
      open.push({ kind, index, macro, commas: 0 });
      count[kind]++;
    }
  }
}

function isMacroCall(text: string, list: readonly Token[], open: number): boolean {
  const [name, dot] = [list[open - 1], list[open - 2]];
  if (name?.kind !== "name" || dot?.kind !== ".") return false;
  return isMacroName(text.slice(name.start, name.end), true);
}

/** Checks whether a call of a name, on something or not, is a macro. */
export function isMacroName(name: string, hasTarget: boolean): boolean {
  return macroForms.some((one) => one.name === name && (one.target !== undefined) === hasTarget);
}
