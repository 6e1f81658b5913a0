import { quotedText, tokensOf, type PlacedToken } from "./code-tokens.ts";

const openingOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** More are deeper than a policy is, and would only take time. */
const mostLevels = 200;

/** A member of an object as code writes it: `name: value`, or `name` alone. */
export interface CodeMember {
  /** The token of the name; nothing when it is computed, spread or a method. */
  readonly key: number | undefined;
  /** Its first token. */
  readonly first: number;
  /** The first token of the value, and the one after it; equal for `name` alone. */
  readonly start: number;
  readonly end: number;
}

/** The tokens of a module, which may be broken, with the brackets around each. */
export class BracketedCode {
  readonly tokens: readonly PlacedToken[];
  readonly #around: readonly number[];
  readonly #partners: ReadonlyMap<number, number>;

  constructor(text: string) {
    this.tokens = tokensOf(text);
    const partners = new Map<number, number>();
    const open: number[] = [];
    const count: Record<string, number> = { "(": 0, "[": 0, "{": 0 };
    this.#around = this.tokens.map(({ type, value }, index) => {
      if (type !== "Punctuator") return open.at(-1) ?? -1;
      const wanted = openingOf[value];
      // Brackets of another kind that were left open in between end with it.
      for (let isOpen = (count[wanted ?? ""] ?? 0) > 0; isOpen;) {
        const last = open.pop() ?? -1;
        const kind = this.value(last);
        count[kind] = (count[kind] ?? 0) - 1;
        isOpen = kind !== wanted;
        if (isOpen) continue;
        partners.set(last, index);
        partners.set(index, last);
      }
      const around = open.at(-1) ?? -1;
      if (Object.hasOwn(count, value)) {
        open.push(index);
        count[value] = (count[value] ?? 0) + 1;
      }
      return around;
    });
    this.#partners = partners;
  }

  /** What a token is written as; empty where there is none. */
  value(index: number): string {
    return this.tokens[index]?.value ?? "";
  }

  /** The token when it is a name. */
  nameAt(index: number): PlacedToken | undefined {
    const token = this.tokens[index];
    return token?.type === "IdentifierName" ? token : undefined;
  }

  /** The token when it is a text in quotes. */
  textAt(index: number): PlacedToken | undefined {
    const token = this.tokens[index];
    return token?.type === "StringLiteral" ? token : undefined;
  }

  /** What a token says as a key: a name, or a text in quotes. */
  keyAt(index: number): string | undefined {
    const text = this.textAt(index);
    return text === undefined ? this.nameAt(index)?.value : quotedText(text).value;
  }

  /** The other bracket of a pair. */
  partner(index: number): number | undefined {
    return this.#partners.get(index);
  }

  /** The token that an offset is in or behind; -1 before all. */
  indexAt(offset: number): number {
    let low = -1;
    let high = this.tokens.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.tokens[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The opening brackets around a token, the innermost first. */
  around(index: number): number[] {
    const found: number[] = [];
    let at = this.#around[index] ?? -1;
    for (; at >= 0 && found.length < mostLevels; at = this.#around[at] ?? -1) found.push(at);
    return found;
  }

  /** The parts between the commas in brackets, each from its first token to the one after it. */
  parts(open: number): (readonly [start: number, end: number])[] {
    const close = this.partner(open);
    if (close === undefined) return [];
    const parts: (readonly [number, number])[] = [];
    let start = open + 1;
    for (let at = start; at <= close; at++) {
      const inner = this.partner(at) ?? at;
      if (at < close && inner > at) at = inner;
      if (at !== close && this.value(at) !== ",") continue;
      if (at > start) parts.push([start, at]);
      start = at + 1;
    }
    return parts;
  }

  /** The members of the object that an opening brace begins. */
  members(open: number): CodeMember[] {
    return this.parts(open).map(([start, end]): CodeMember => {
      const isNamed = this.nameAt(start) !== undefined || this.textAt(start) !== undefined;
      if (isNamed && this.value(start + 1) === ":")
        return { key: start, first: start, start: start + 2, end };
      const isAlone = this.nameAt(start) !== undefined && end === start + 1;
      return { key: isAlone ? start : undefined, first: start, start: end, end };
    });
  }
}
