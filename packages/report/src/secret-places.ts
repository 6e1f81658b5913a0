import { interpolations, type Span } from "@traffic-policy/policy-language";
import {
  findSecrets,
  isSecretHolder,
  isSensitiveName,
  looksRandom,
} from "@traffic-policy/policy-language/secrets";

/**
 * Finds what follows the name of a secret in the text of a document, in order: in JSON and YAML, whether or not it can be
 * read, and in JSON inside of a text. Who a secret is of, how it is sent, and expressions are no part of it.
 *
 * @param isCode - is it TypeScript or JavaScript, where only texts in quotes are secrets?
 */
export function secretPlaces(text: string, isCode = false): Span[] {
  const found: Span[] = [];
  for (let match = nextKey(text, 0); match !== null; match = nextKey(text, match.end)) {
    if (!isSecretHolder(match.name)) continue;
    const value = new ValueReader(text, match);
    for (const span of value.scalars(isCode)) found.push(...secretIn(text, span, match.name));
    match.end = value.end;
  }
  return found;
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
  return spans.filter(
    ({ start, end }, index) =>
      !spans.slice(0, index).some((other) => other.start < end && start < other.end),
  );
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
  end: number;
}

// A key begins a line or an item, or follows a bracket or a comma.
const keys = /(^[ \t]*(?:- +)*|[{,]\s*)(\\*["'`])?([\w.-]+)(?:\2)?[ \t]*:/gm;

function nextKey(text: string, from: number): Key | null {
  keys.lastIndex = from;
  const match = keys.exec(text);
  if (match === null) return null;
  const [whole, before = "", , name = ""] = match;
  return { name, before, end: match.index + whole.length };
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

  scalars(isCode: boolean): Span[] {
    const isInFlow = /^[{,]/.test(this.#key.before);
    this.#skip(/[ \t]*/y);
    if (/^[[{]/.test(this.#rest(1))) return this.#collection(isCode);
    const quoted = this.#quoted();
    if (quoted !== undefined) return [quoted];
    if (isCode) return [];
    const plain = this.#plain(isInFlow);
    const isBlock = plain === undefined || /^[|>&!*]/.test(this.#text.charAt(plain.start));
    return [
      ...(plain === undefined ? [] : [plain]),
      ...(isBlock && !isInFlow ? this.#below() : []),
    ];
  }

  /** The texts inside of brackets, up to where these are closed. */
  #collection(isCode: boolean): Span[] {
    const found: Span[] = [];
    let depth = 0;
    do {
      const sign = this.#rest(1);
      if (/[[{]/.test(sign)) depth += 1;
      if (/[\]}]/.test(sign)) depth -= 1;
      if (/[[\]{},:\s]/.test(sign)) {
        this.end += 1;
        continue;
      }
      const span = this.#quoted() ?? this.#plain(true);
      if (span === undefined) this.end += 1;
      else if (!isCode || this.#isQuoteBefore(span.start)) found.push(span);
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

  #isQuoteBefore(start: number): boolean {
    return /["'`]/.test(this.#text.charAt(start - 1));
  }

  #plain(isInFlow: boolean): Span | undefined {
    const start = this.end;
    const found = this.#match(isInFlow ? /[^,[\]{}\n]+/y : /(?:(?! #)[^\n])+/y) ?? "";
    // An expression has braces.
    const whole = found.endsWith("$") ? (this.#match(/[^\n]*?\}[^,[\]{}\n]*/y) ?? found) : found;
    this.end = start + whole.length;
    const text = whole.trimEnd();
    return text === "" || text.startsWith("#") ? undefined : { start, end: start + text.length };
  }

  /** The lines below the key that belong to it, by their indentation. */
  #below(): Span[] {
    const found: Span[] = [];
    this.#skip(/[^\n]*/y);
    for (;;) {
      const line = this.#match(/\n[^\n]*/y)?.slice(1);
      if (line === undefined || !isBelow(line, this.#key.before.length)) return found;
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
