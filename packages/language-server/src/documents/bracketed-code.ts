import { quotedText, tokensOf, type PlacedToken } from "./code-tokens.ts";

const openingOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** No policy nests deeper; more levels would only take time. */
const mostLevels = 200;

/** A member of an object as code writes it: `name: value`, or `name` alone. */
export interface CodeMember {
  /** The token of the name; undefined when the name is computed, spread or a method. */
  readonly key: number | undefined;
  readonly first: number;
  /** The first token of the value, and the one after it; equal for `name` alone. */
  readonly start: number;
  readonly end: number;
}

/** The tokens of a module, which may have syntax errors, and the brackets around each token. */
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

  value(index: number): string {
    return this.tokens[index]?.value ?? "";
  }

  nameAt(index: number): PlacedToken | undefined {
    const token = this.tokens[index];
    return token?.type === "IdentifierName" ? token : undefined;
  }

  textAt(index: number): PlacedToken | undefined {
    const token = this.tokens[index];
    return token?.type === "StringLiteral" ? token : undefined;
  }

  keyAt(index: number): string | undefined {
    const text = this.textAt(index);
    return text === undefined ? this.nameAt(index)?.value : quotedText(text).value;
  }

  partner(index: number): number | undefined {
    return this.#partners.get(index);
  }

  /** Returns the token at or before an offset; -1 when the offset is before all tokens. */
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

  /** Returns the opening brackets around a token, innermost first. */
  around(index: number): number[] {
    const found: number[] = [];
    let at = this.#around[index] ?? -1;
    for (; at >= 0 && found.length < mostLevels; at = this.#around[at] ?? -1) found.push(at);
    return found;
  }

  /** Returns the parts between the commas in brackets, each as [first token, token after the last]. */
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
