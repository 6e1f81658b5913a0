import { interpolations, type Span } from "@traffic-policy/policy-language";
import {
  findSecrets,
  isSecretHolder,
  isSensitiveName,
  looksRandom,
} from "@traffic-policy/policy-language/secrets";

/**
 * Finds what follows the name of a secret in the text of a document, in order: in JSON and YAML, whether or not it can be
 * read, and in documents inside of a text. Who a secret is of, how it is sent, and expressions are no part of it.
 *
 * @param isCode - is it TypeScript or JavaScript, where only texts in quotes are secrets?
 */
export function secretPlaces(text: string, isCode = false): Span[] {
  const found: Span[] = isCode ? [] : insideOfTexts(text);
  for (
    let match = nextKey(text, 0, isCode);
    match !== null;
    match = nextKey(text, match.end, isCode)
  ) {
    const holder = match.name === "value" ? nameBefore(text, match.start) : match.name;
    if (!isSecretHolder(holder)) continue;
    const value = new ValueReader(text, match);
    const spans = isCode ? value.literals() : value.scalars();
    for (const span of spans) found.push(...secretIn(text, span, holder));
    match.end = value.end;
  }
  return withoutOverlaps(found).toSorted((one, other) => one.start - other.start);
}

/** The secrets of documents that are texts of another one, such as a policy in the state of Terraform. */
function insideOfTexts(text: string): Span[] {
  const found: Span[] = [];
  for (const { 1: inside = "", index } of text.matchAll(escapedText)) {
    if (!/\\[nr"]/.test(inside)) continue;
    const { decoded, places } = decode(inside);
    const at = (offset: number): number => index + 1 + (places[offset] ?? inside.length);
    for (const { start, end } of secretPlaces(decoded)) {
      found.push({ start: at(start), end: at(end - 1) + lengthAt(inside, places[end - 1] ?? 0) });
    }
  }
  return found;
}

const escapedText = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)/g;

const controls = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Reads escapes, and returns the place of each character, too. */
function decode(inside: string): { readonly decoded: string; readonly places: readonly number[] } {
  const signs: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < inside.length; at += lengthAt(inside, at)) {
    const escaped = inside.charAt(at + 1);
    signs.push(inside.charAt(at) === "\\" ? (controls.get(escaped) ?? escaped) : inside.charAt(at));
    places.push(at);
  }
  return { decoded: signs.join(""), places };
}

function lengthAt(inside: string, at: number): number {
  return inside.charAt(at) === "\\" ? 2 : 1;
}

/** Finds what looks like a secret in a text, an expression among them; places may overlap no other one. */
export function secretsByForm(text: string): Span[] {
  const spans = findSecrets(text).map(({ span }) => span);
  if (spans.length === 0 && namesSecret(text)) {
    for (const { 2: literal = "", index } of text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)) {
      const start = index + 1;
      if (looksRandom(literal)) spans.push({ start, end: start + literal.length });
    }
  }
  for (const { 1: start = "", 2: name = "", 3: value = "", index } of text.matchAll(parameter)) {
    const from = index + start.length;
    if (isSecretHolder(name)) spans.push({ start: from, end: from + value.length });
  }
  return withoutOverlaps(spans);
}

const parameter = /([?&]([\w.-]+)=)([^&#\s'"${}]+)/g;

function namesSecret(text: string): boolean {
  return (text.match(/[\w-]+/g) ?? []).some(isSensitiveName);
}

/** Leaves out spans that overlap an earlier one. */
export function withoutOverlaps(spans: readonly Span[]): Span[] {
  const left = new Set<Span>();
  let latest: { readonly span: Span; readonly index: number } | undefined;
  const order = spans.map((span, index) => ({ span, index }));
  for (const one of order.toSorted((a, b) => a.span.start - b.span.start || a.index - b.index)) {
    const isOver = latest !== undefined && one.span.start < latest.span.end;
    if (latest === undefined || !isOver) latest = one;
    else if (one.index > latest.index) left.add(one.span);
    else {
      left.add(latest.span);
      latest = one;
    }
  }
  return spans.filter((span) => !left.has(span));
}

/** The beginning of a secret's text that may be shown: who it is of, or how it is sent. */
export function shownBefore(text: string, holder: string): string {
  const user = holder === "credentials" ? /^[^:$]*:/.exec(text)?.[0] : undefined;
  return user ?? scheme.exec(text)?.[0] ?? "";
}

const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey) +/i;

interface Key {
  readonly name: string;
  /** The columns before it, or what opens the list or object that it is in. */
  readonly before: string;
  readonly start: number;
  end: number;
}

// A key begins a line, an item or a comment, or follows a bracket or a comma.
const keys =
  /(^\uFEFF?(?:---)?[ \t]*(?:[-?][ \t]+)*|[[({,][ \t]*(?:\?[ \t]+)?|#[ \t]*)(?:(\\*["'`]|'')([\w. -]+)\2\]?|(\\*["'`])?([\w.-]+))\s*:/gm;

// In code, what is assigned to a variable or a member, too.
const codeKeys =
  /(^|[^\w$])(["'`]?)([\w$-]{1,100})\2\]?\s*(?:: *string\s*)?(?::|(?:\?\?|\|\|)?=(?![=>]))/gm;

function nextKey(text: string, from: number, isCode: boolean): Key | null {
  const pattern = isCode ? codeKeys : keys;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [whole, before = "", , quoted, , plain] = match;
  return {
    name: quoted ?? plain ?? "",
    before,
    start: match.index,
    end: match.index + whole.length,
  };
}

/** The name of a pair, right before its value: `{ name: token, value: … }`. */
function nameBefore(text: string, end: number): string {
  return (
    /\b(?:name|key)\W{1,4}([\w-]+)[\s"',-]*$/.exec(text.slice(Math.max(0, end - 200), end))?.[1] ??
    ""
  );
}

/** Reads what stands behind a key, as far as that can be told without reading the document. */
class ValueReader {
  readonly #text: string;
  readonly #key: Key;
  /** Where the value ends. */
  end: number;

  constructor(text: string, key: Key) {
    this.#text = text;
    this.#key = key;
    this.end = key.end;
  }

  scalars(): Span[] {
    const isInFlow = /^[[({,]/.test(this.#key.before);
    this.#skip(/[ \t]*/y);
    const from = this.end;
    this.#skip(/\s*(?=\\*["'`[{])/y);
    if (/^[[{]/.test(this.#rest(1))) return this.#collection();
    const quoted = this.#quoted();
    if (quoted !== undefined && !this.#isKey(from)) return [quoted];
    this.end = from;
    const plain = this.#plain(isInFlow);
    return [...(plain === undefined ? [] : [plain]), ...(isInFlow ? [] : this.#below())];
  }

  /** In code, the texts in quotes of an expression that stand in no call. */
  literals(): Span[] {
    const found: Span[] = [];
    let depth = 0;
    this.#skip(/\s*/y);
    while (this.end < this.#text.length) {
      const sign = this.#rest(1);
      if (/[)\]},;]/.test(sign) && depth === 0) break;
      if (/[([{]/.test(sign)) {
        if (sign !== "(" && !/[\w)\]]/.test(this.#text.charAt(this.end - 1))) {
          found.push(...this.#collection(true));
          continue;
        }
        depth += 1;
      }
      if (/[)\]}]/.test(sign)) depth -= 1;
      if (sign === "\n" && depth === 0 && !this.#goesOn()) break;
      const quoted = this.#quoted();
      if (quoted === undefined) this.end += 1;
      else if (depth === 0) found.push(quoted);
    }
    return found;
  }

  /** In code, is an expression continued after this line? */
  #goesOn(): boolean {
    const before = this.#text.slice(Math.max(0, this.end - 200), this.end);
    return /[+?:|&=(]\s*$/.test(before) || /^\s*[+?:|&.]/.test(this.#rest(200));
  }

  /** Is what was read in another line the next key? */
  #isKey(from: number): boolean {
    return this.#text.slice(from, this.end).includes("\n") && /^[ \t]*:/.test(this.#rest(200));
  }

  /** The texts inside of brackets, up to where these are closed. */
  #collection(isCode = false): Span[] {
    const found: Span[] = [];
    let depth = 0;
    do {
      const sign = this.#rest(1);
      if (/[[{]/.test(sign)) depth += 1;
      if (/[\]}]/.test(sign)) depth -= 1;
      if (/[[\]{},:\s]/.test(sign)) {
        this.end += 1;
        this.#skip(isCode ? /\s*\/\/[^\n]*/y : /\s*(?<=\s)#[^\n]*/y);
        continue;
      }
      const key = this.#match(/(\\*["'])[\w .-]{1,100}\1[ \t]*:|[\w.-]{1,100}:(?=\s)/y);
      if (key !== undefined) {
        this.end += key.length;
        continue;
      }
      const span = this.#quoted() ?? (isCode ? undefined : this.#plain(true));
      if (span === undefined) this.end += 1;
      else found.push(span);
    } while (depth > 0 && this.end < this.#text.length);
    return found;
  }

  /** The text in quotes that begins here, without them; the quotes of JSON in a text have backslashes. */
  #quoted(): Span | undefined {
    const quote = this.#match(/\\*["'`]/y);
    if (quote === undefined) return undefined;
    const start = this.end + quote.length;
    let end = start;
    // YAML doubles an apostrophe.
    for (; end < this.#text.length; end += 1) {
      const isEscaped =
        quote === "'" ? this.#text.startsWith("''", end) : isBackslash(this.#text, end, quote);
      if (isEscaped) end += 1;
      else if (this.#text.startsWith(quote, end)) break;
    }
    this.end = Math.min(this.#text.length, end + quote.length);
    return { start, end: Math.min(end, this.#text.length) };
  }

  #plain(isInFlow: boolean): Span | undefined {
    const start = this.end;
    const found =
      this.#match(isInFlow ? /(?:[^,[\]{}\n]|\n(?=[ \t]))+/y : /(?:(?! #)[^\n])+/y) ?? "";
    // An expression has braces.
    const whole = found.endsWith("$")
      ? (this.#match(/[^\n]{0,2000}?\}[^,[\]{}\n]*/y) ?? found)
      : found;
    this.end = start + whole.length;
    const text = whole.trimEnd();
    return text === "" || text.startsWith("#") ? undefined : { start, end: start + text.length };
  }

  /** The lines below the key that belong to it, by their indentation. */
  #below(): Span[] {
    const found: Span[] = [];
    const column = this.#key.before.replace(/\?[ \t]+$/, "").length;
    if (this.#key.before.includes("#")) return found;
    this.#skip(/[^\n]*/y);
    for (;;) {
      const line = this.#match(/\n[^\n]*/y)?.slice(1);
      if (line === undefined || !isBelow(line, column)) return found;
      const lead = /^[ \t]*(?:- +)?["']?/.exec(line)?.[0].length ?? 0;
      const end = line.replace(/["']?\s*$/, "").length;
      const start = this.end + 1;
      if (end > lead) found.push({ start: start + lead, end: start + end });
      this.end += line.length + 1;
    }
  }

  #rest(length: number): string {
    return this.#text.slice(this.end, this.end + length);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.end;
    return pattern.exec(this.#text)?.[0];
  }

  #skip(pattern: RegExp): void {
    this.end += this.#match(pattern)?.length ?? 0;
  }
}

function isBackslash(text: string, at: number, quote: string): boolean {
  return quote.length === 1 && text.charAt(at) === "\\";
}

function isBelow(line: string, column: number): boolean {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return (
    line.trim() === "" || indent > column || (indent === column && line.startsWith("- ", indent))
  );
}

/** The parts of a text that are secret. */
function secretIn(text: string, { start, end }: Span, holder: string): Span[] {
  const value = text.slice(start, end);
  if (/^(?:true|false|null|~)$/i.test(value)) return [];
  const from = start + shownBefore(value, holder).length;
  return interpolations(text.slice(from, end)).parts.flatMap(({ kind, span }) =>
    kind === "text" ? [{ start: from + span.start, end: from + span.end }] : [],
  );
}
