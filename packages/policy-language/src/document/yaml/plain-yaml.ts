import { isList, type JsonValue } from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import { ObjectReader } from "../strict-value.ts";
import type { TextNode, TreeMember, TreeNode } from "../tree/tree.ts";
import { notFinite, resolvePlain } from "./core-schema.ts";
import type { ScalarToken } from "./decode-scalar.ts";
import { YamlString } from "./yaml-string.ts";

/** A value with its place. */
export interface Read {
  readonly node: TreeNode;
  readonly value: JsonValue;
}

/**
 * Reads a YAML document as most are written, many times faster than the library: mappings, sequences, brackets in one
 * line, and texts without anchors, tags and rare escapes. Returns undefined for all else, also for what is wrong.
 */
export function readPlainYaml(text: string): Read | undefined {
  if (unusualCharacter.test(text) || laterMark.test(text)) return undefined;
  try {
    return new PlainReader(text).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class NotPlain extends Error {}

// Without a trace, which takes long and is of no use.
const notPlain = new NotPlain();

const unusualCharacter = /[^\n\u0020-\u007e\u00a1-\u2027\u202a-\ufefe\uff00-\ufffd]/;

/** A line that begins or ends a document, or is a directive; the first line may begin one. */
const laterMark = /\n---|^(?:\.\.\.|%)/m;

const mostNesting = 100;

interface Line {
  /** The offset of the first character that is no space. */
  readonly start: number;
  readonly end: number;
  readonly column: number;
}

const space = 32;
const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const dash = 45;
const openBracket = 91;
const openBrace = 123;

const nameOfKey = /([A-Za-z_][\w.$/-]*)(?=:(?: |$))/my;
/** In brackets, a name ends where a bracket or a comma is. */
const nameInBrackets = /([A-Za-z_][\w.$/-]*)(?=: )/y;
const beginOfPlain = /[\w./$(^~+<=\u00a1-\uffff]|-[\w.($]/y;
const beginOfNextLine = /[^#?:%@`-]/y;
const plainInBrackets = /(?:[^,[\]{}:#"\n]|:(?![\s,[\]{}]))+/y;
const simpleEscapes = /\\(?:["\\/nrt]|(.))/g;

const escapes = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

class PlainReader {
  readonly #text: string;
  readonly #lines: readonly Line[];
  /** The index of the line that is read. */
  #line = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
  }

  document(): Read {
    const [first] = this.#lines;
    if (first === undefined || first.column > 0) throw notPlain;
    const read = this.#block(first.start, 0);
    if (this.#line < this.#lines.length) throw notPlain;
    return read;
  }

  /** Reads the mapping or the sequence that begins at an offset of the line. */
  #block(start: number, column: number): Read {
    this.#depth += 1;
    if (this.#depth > mostNesting) throw notPlain;
    const read = this.#isItem(start) ? this.#sequence(start, column) : this.#mapping(start, column);
    this.#depth -= 1;
    return read;
  }

  #isItem(at: number): boolean {
    const next = this.#text.charCodeAt(at + 1);
    return this.#text.charCodeAt(at) === dash && (next === space || !(next > space));
  }

  #mapping(start: number, column: number): Read {
    const object = new ObjectReader();
    const members: TreeMember[] = [];
    let end = start;
    for (let at = start; ;) {
      const key = this.#key(at, nameOfKey) ?? fail();
      const { node, value } = this.#valueOf(key.end + 1, column);
      this.#addMember(object, key, value);
      members.push({ key, value: node });
      end = node.end;
      const next = this.#lines[this.#line];
      if (next === undefined || next.column < column) break;
      if (next.column > column || this.#isItem(next.start)) throw notPlain;
      at = next.start;
    }
    return { node: { kind: "object", start, end, members }, value: object.value };
  }

  #addMember(object: ObjectReader, key: TextNode, value: JsonValue): void {
    if (object.key(key.value, key, []) !== undefined) throw notPlain;
    object.set(key.value, value);
  }

  /** @param name - matches a key without quotes */
  #key(at: number, name: RegExp): TextNode | undefined {
    const code = this.#text.charCodeAt(at);
    if (code === doubleQuote || code === singleQuote) {
      const key = this.#quoted(at, code);
      return /:(?: |$)/my.test(this.#text.slice(key.end, key.end + 2)) ? key : undefined;
    }
    name.lastIndex = at;
    const [, source] = name.exec(this.#text) ?? [];
    if (source === undefined) return undefined;
    if (typeof resolvePlain(source) !== "string") throw notPlain;
    return textNode({ type: "scalar", offset: at, source }, source);
  }

  /** @param from - the offset after the colon */
  #valueOf(from: number, column: number): Read {
    const at = this.#skipSpaces(from);
    if (!this.#isEnd(at, from)) return this.#inline(at, column);
    this.#line += 1;
    const next = this.#lines[this.#line];
    if (next !== undefined && next.column > column) return this.#block(next.start, next.column);
    const isSequence = next !== undefined && next.column === column && this.#isItem(next.start);
    if (!isSequence) throw notPlain;
    return this.#block(next.start, column);
  }

  #sequence(start: number, column: number): Read {
    const items: TreeNode[] = [];
    const values: JsonValue[] = [];
    let end = start;
    for (let at = start; ;) {
      const { node, value } = this.#item(at, column);
      items.push(node);
      values.push(value);
      end = node.end;
      const next = this.#lines[this.#line];
      if (next === undefined || next.column < column) break;
      if (next.column > column) throw notPlain;
      if (!this.#isItem(next.start)) break;
      at = next.start;
    }
    return { node: { kind: "list", start, end, items }, value: values };
  }

  /** @param dashAt - the offset of its dash */
  #item(dashAt: number, column: number): Read {
    const at = this.#skipSpaces(dashAt + 1);
    if (this.#isEnd(at, dashAt + 1)) {
      this.#line += 1;
      const next = this.#lines[this.#line];
      if (next === undefined || next.column <= column) throw notPlain;
      return this.#block(next.start, next.column);
    }
    const isBlock = this.#isItem(at) || this.#isKey(at);
    return isBlock ? this.#block(at, column + at - dashAt) : this.#inline(at, column);
  }

  #isKey(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    if (code !== doubleQuote && code !== singleQuote) {
      nameOfKey.lastIndex = at;
      return nameOfKey.test(this.#text);
    }
    const { end = at } = this.#lines[this.#line] ?? {};
    return this.#endOfQuoted(at, code) <= end && this.#key(at, nameOfKey) !== undefined;
  }

  /** Reads a value that begins in the line, and moves to the line after it. */
  #inline(at: number, column: number): Read {
    const code = this.#text.charCodeAt(at);
    if (
      code !== doubleQuote &&
      code !== singleQuote &&
      code !== openBracket &&
      code !== openBrace
    ) {
      return this.#plain(at, column);
    }
    const isQuoted = code === doubleQuote || code === singleQuote;
    const read = isQuoted ? this.#textIn(at, code, column) : (this.#closed(at, code) ?? fail());
    const { end } = read.node;
    // A list with parentheses can be meant as one of expressions, whose commas do not all separate items.
    if (read.node.kind !== "text" && /\[[^]*\(/.test(this.#text.slice(at, end))) throw notPlain;
    if (!this.#isEnd(this.#skipSpaces(end), end)) throw notPlain;
    this.#line += 1;
    return read;
  }

  /** Reads a value in quotes or brackets. */
  #closed(at: number, code: number): Read | undefined {
    if (code === doubleQuote || code === singleQuote) return this.#textIn(at, code);
    if (code === openBracket) return this.#bracketed(at);
    return code === openBrace ? this.#braced(at) : undefined;
  }

  #textIn(at: number, code: number, column?: number): Read {
    const node = this.#quoted(at, code, column);
    return { node, value: node.value };
  }

  #plain(at: number, column: number): Read {
    const { end, text: first } = this.#plainLine(at, beginOfPlain);
    let last = end;
    let whole = first;
    this.#line += 1;
    for (;;) {
      const next = this.#lines[this.#line];
      if (next === undefined || next.column <= column) break;
      // With a comment or an empty line before it, it is something else.
      if (this.#text.charCodeAt(last) === space || next.start - next.column !== last + 1) {
        throw notPlain;
      }
      const line = this.#plainLine(next.start, beginOfNextLine);
      if (line.hasComment) throw notPlain;
      whole += ` ${line.text}`;
      last = line.end;
      this.#line += 1;
    }
    return plainRead({ type: "scalar", offset: at, source: this.#text.slice(at, last) }, whole);
  }

  /** Returns the part of a line without its comment and the spaces at its end. */
  #plainLine(
    at: number,
    begin: RegExp,
  ): {
    readonly end: number;
    readonly text: string;
    readonly hasComment: boolean;
  } {
    const { end: lineEnd = at } = this.#lines[this.#line] ?? {};
    begin.lastIndex = at;
    if (!begin.test(this.#text)) throw notPlain;
    const line = this.#text.slice(at, lineEnd);
    const comment = line.indexOf(" #");
    const hasComment = comment >= 0;
    const text = (hasComment ? line.slice(0, comment) : line).replace(/ +$/, "");
    if (text.includes(": ") || text.endsWith(":")) throw notPlain;
    // A `#` in a string of an expression begins a comment.
    if (hasComment && /["']/.test(text)) throw notPlain;
    return { end: at + text.length, text, hasComment };
  }

  /** @param column - what further lines stand right of; without it, the text ends in its line */
  #quoted(at: number, code: number, column = Infinity): TextNode {
    const end = this.#endOfQuoted(at, code);
    this.#toLineOf(end, column);
    const source = this.#text.slice(at, end);
    // A backslash before the end of a line is something else.
    if (source.includes("\\\n")) throw notPlain;
    const inside = source.slice(1, -1).replaceAll(/ *\n[ \n]*/g, folded);
    return code === doubleQuote
      ? textNode({ type: "double-quoted-scalar", offset: at, source }, unescaped(inside))
      : textNode(
          { type: "single-quoted-scalar", offset: at, source },
          inside.replaceAll("''", "'"),
        );
  }

  /** Moves to the line that has an offset, if each line until there belongs to the same text. */
  #toLineOf(offset: number, column: number): void {
    for (;;) {
      const line = this.#lines[this.#line];
      const next = this.#lines[this.#line + 1];
      if (line === undefined || line.end >= offset) return;
      if (next === undefined || next.column <= column) throw notPlain;
      // A line that looks like a comment is something else.
      if (this.#text.slice(line.end, next.start).trim() !== "") throw notPlain;
      this.#line += 1;
    }
  }

  #endOfQuoted(at: number, code: number): number {
    return code === doubleQuote ? this.#endOfDouble(at) : this.#endOfSingle(at);
  }

  #endOfDouble(at: number): number {
    for (let end = at + 1; ; end += 1) {
      end = this.#text.indexOf('"', end);
      if (end < 0) throw notPlain;
      let before = end;
      while (this.#text[before - 1] === "\\") before -= 1;
      if ((end - before) % 2 === 0) return end + 1;
    }
  }

  #endOfSingle(at: number): number {
    for (let end = at + 1; ; end += 2) {
      end = this.#text.indexOf("'", end);
      if (end < 0) throw notPlain;
      if (this.#text[end + 1] !== "'") return end + 1;
    }
  }

  #bracketed(start: number): Read {
    const items: TreeNode[] = [];
    const values: JsonValue[] = [];
    const end = this.#parts(start, "]", (at) => {
      const { node, value } = this.#inBrackets(at);
      items.push(node);
      values.push(value);
      return node.end;
    });
    return { node: { kind: "list", start, end, items }, value: values };
  }

  #braced(start: number): Read {
    const object = new ObjectReader();
    const members: TreeMember[] = [];
    const end = this.#parts(start, "}", (at) => {
      const key = this.#key(at, nameInBrackets) ?? fail();
      const { node, value } = this.#inBrackets(this.#skipSpaces(key.end + 1));
      this.#addMember(object, key, value);
      members.push({ key, value: node });
      return node.end;
    });
    return { node: { kind: "object", start, end, members }, value: object.value };
  }

  /**
   * Reads what is between brackets, separated by commas.
   *
   * @param part - reads one at an offset, and returns its end
   */
  #parts(start: number, close: string, part: (at: number) => number): number {
    this.#depth += 1;
    if (this.#depth > mostNesting) throw notPlain;
    let at = this.#skipSpaces(start + 1);
    if (this.#text[at] !== close) {
      for (;;) {
        at = this.#skipSpaces(part(at));
        if (this.#text[at] === close) break;
        if (this.#text[at] !== ",") throw notPlain;
        at = this.#skipSpaces(at + 1);
      }
    }
    this.#depth -= 1;
    return at + 1;
  }

  #inBrackets(at: number): Read {
    const read = this.#closed(at, this.#text.charCodeAt(at));
    if (read !== undefined) return read;
    beginOfPlain.lastIndex = at;
    plainInBrackets.lastIndex = at;
    const [source = ""] = beginOfPlain.test(this.#text)
      ? (plainInBrackets.exec(this.#text) ?? [])
      : [];
    const text = source.replace(/ +$/, "");
    if (text === "") throw notPlain;
    return plainRead({ type: "scalar", offset: at, source: text }, text);
  }

  #skipSpaces(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === space) at += 1;
    return at;
  }

  /** True where a line has nothing more, or a comment with a space before it. */
  #isEnd(at: number, from: number): boolean {
    const { end = at } = this.#lines[this.#line] ?? {};
    return at >= end || (at > from && this.#text.charCodeAt(at) === hash);
  }
}

function fail(): never {
  throw notPlain;
}

/** Returns the lines with more than a comment, without the mark before the document. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = /^--- *(?:\n|$)/.exec(text)?.[0].length ?? 0; from < text.length;) {
    const next = text.indexOf("\n", from);
    const end = next < 0 ? text.length : next;
    let start = from;
    while (text.charCodeAt(start) === space) start += 1;
    if (start < end && text.charCodeAt(start) !== hash) {
      lines.push({ start, end, column: start - from });
    }
    from = end + 1;
  }
  return lines;
}

function textNode(token: ScalarToken, value: string): TextNode {
  return new YamlString(spanOf(token), value, token);
}

function plainRead(token: ScalarToken, text: string): Read {
  const value = resolvePlain(text);
  if (value === notFinite || isList(value)) throw notPlain;
  if (typeof value === "string") return { node: textNode(token, value), value };
  return { node: { ...spanOf(token), kind: "other", value } as TreeNode, value };
}

function spanOf({ offset, source }: ScalarToken): Span {
  return { start: offset, end: offset + source.length };
}

/** A line break in quotes is a space, and each empty line after it is a line break. */
function folded(breaks: string): string {
  return "\n".repeat(breaks.split("\n").length - 2) || " ";
}

function unescaped(inside: string): string {
  if (!inside.includes("\\")) return inside;
  return inside.replace(simpleEscapes, (escape, other: string | undefined) => {
    if (other !== undefined) throw notPlain;
    const character = escape.charAt(1);
    return escapes.get(character) ?? character;
  });
}
