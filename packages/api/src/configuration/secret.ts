/** Part of a text, in UTF-16 code units; the end is not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The end of a text that may become the key. */
export interface Beginning {
  /** Where it starts. */
  readonly start: number;
  /** How many characters of the key it has; none at the end of the text. */
  readonly characters: number;
}

/**
 * Recognises the API key in texts that somebody may read: as it is, escaped (in JSON, a URL or HTML, also
 * more than once), in Base64, in the small letters of a host name, with blanks, line breaks, colours or
 * characters that are not seen in it, and when a good part of it is left.
 */
export class Secret {
  /** The text that replaces the key. */
  static readonly mark = "[API key]";

  /**
   * A key with fewer characters is not recognised: the words that it stands in would be unreadable. The
   * client takes such a key for a service on this machine only, where it is no secret.
   */
  static readonly shortest = 8;

  readonly #forms: readonly Form[];
  /** The forms' parts of {@link #step} characters, and where they stand. */
  readonly #parts = new Map<string, [form: Form, at: number][]>();
  /** No form is recognised by fewer than twice as many characters less one, so that each has a part at a multiple. */
  readonly #step: number;
  /** How many characters the longest form has. */
  readonly #longest: number;

  /** @param value - the key */
  constructor(value: string) {
    this.#forms =
      value.length < Secret.shortest ? [] : [value, ...inBase64(value)].map((text) => toForm(text));
    this.#step = Math.floor((Math.min(...this.#forms.map(({ least }) => least)) + 1) / 2);
    this.#longest = Math.max(0, ...this.#forms.map(({ text }) => text.length));
    for (const form of this.#forms) {
      for (let at = 0; at + this.#step <= form.text.length; at += 1) {
        const part = form.text.slice(at, at + this.#step);
        this.#parts.set(part, [...(this.#parts.get(part) ?? []), [form, at]]);
      }
    }
  }

  /** The text, with the mark in the place of the key. */
  hide(text: string): string {
    return withMarks(text, this.places(text));
  }

  /** True when the text contains the key. */
  isIn(text: string): boolean {
    return this.places(text).length > 0;
  }

  /** Where the key stands in a text, in order. */
  places(text: string): Place[] {
    if (this.#forms.length === 0) return [];
    const [written, read] = viewsOf(text);
    // An escape may begin before the key: of %41, the 41 may be the key's.
    const views = read === written ? [dense(read)] : [written, dense(read)];
    // Of \n, the n may be the key's, or all of it a line break.
    const unbroken = without(written, /\\[fnrtv]/g);
    if (unbroken !== written) views.push(dense(readOf(unbroken)));
    return joined(views.flatMap((view) => [...this.#placesIn(view)]));
  }

  /** The longest end of a text with which the key may begin, and how many of its characters that has. */
  beginning(text: string): Beginning {
    // As much as the key can take with all its characters escaped, and some colours.
    const from = Math.max(0, text.length - 1000 - 20 * this.#longest);
    const read = dense(viewsOf(text.slice(from))[1]);
    const { characters } = read;
    for (let length = Math.min(characters.length, this.#longest); length > 0; length -= 1) {
      const end = characters.slice(-length);
      if (this.#forms.some((form) => length < form.text.length && form.text.startsWith(end))) {
        const { start } = placeOf(read, characters.length - length);
        return { start: from + start, characters: length };
      }
    }
    return { start: text.length, characters: 0 };
  }

  *#placesIn(view: View): Generator<Place> {
    const { characters } = view;
    let free = 0;
    for (let at = 0; at + this.#step <= characters.length; at += this.#step) {
      if (at < free) continue;
      let found: Place | undefined;
      for (const [form, inForm] of this.#parts.get(characters.slice(at, at + this.#step)) ?? []) {
        const place = common(characters, at, form.text, inForm, free);
        const length = place.end - place.start;
        if (length >= form.least && (found === undefined || length > found.end - found.start))
          found = place;
      }
      if (found === undefined) continue;
      free = found.end;
      yield { start: placeOf(view, found.start).start, end: placeOf(view, found.end - 1).end };
    }
  }
}

/**
 * A text with the mark in these places; the colours in them stay.
 *
 * @param from - where to begin in the text
 */
export function withMarks(text: string, places: readonly Place[], from = 0): string {
  let shown = "";
  let at = from;
  for (const { start, end } of joined(places)) {
    const colours = text.slice(Math.max(start, from), end).match(sequence)?.join("") ?? "";
    shown += text.slice(at, Math.max(start, at)) + Secret.mark + colours;
    at = end;
  }
  return shown + text.slice(at);
}

interface Form {
  readonly text: string;
  readonly least: number;
}

function toForm(text: string): Form {
  const { characters } = dense(viewsOf(text)[1]);
  const { length } = characters;
  // Of a key that was cut off, what is left is too little to guess the rest by.
  return { text: characters, least: length <= 12 ? length : Math.max(12, Math.ceil(length / 2)) };
}

/**
 * Returns the characters of a text's Base64 form that do not depend on the text around it, for each possible
 * alignment.
 */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from("\0".repeat(before) + text);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return bytes.toString("base64").slice(start, end);
  });
}

interface View {
  readonly characters: string;
  /**
   * The view it was made from, by reading escapes; undefined when each character stands where it does in the text.
   */
  readonly source?: { readonly view: View; readonly runs: readonly Run[] };
}

/** Consecutive characters of a view, up to the next run, that are also consecutive in its source. */
interface Run {
  readonly start: number;
  /** Where it begins in the source. */
  readonly from: number;
  readonly width: number;
}

function placeOf({ source }: View, index: number): Place {
  if (source === undefined) return { start: index, end: index + 1 };
  const { view, runs } = source;
  let [first, behind] = [0, runs.length];
  while (behind - first > 1) {
    const middle = (first + behind) >> 1;
    if ((runs[middle]?.start ?? 0) <= index) first = middle;
    else behind = middle;
  }
  const { start, from, width } = runs[first] as Run;
  const at = from + index - start;
  return { start: placeOf(view, at).start, end: placeOf(view, at + width - 1).end };
}

function viewsOf(text: string): readonly [written: View, read: View] {
  const written: View = { characters: folded(text) };
  return [written, readOf(written)];
}

function readOf(view: View): View {
  // What is escaped may be escaped again; bounded, so that no text takes long.
  let read = view;
  for (let depth = 0; depth < 6; depth += 1) {
    const next = unescaped(read);
    if (next === read) break;
    read = next;
  }
  return read;
}

function dense(view: View): View {
  return without(view, /\s+/g);
}

/**
 * Removes parts of a view; returns the same view when it has none. The positions of the rest are computed only on
 * demand.
 */
function without(view: View, parts: RegExp): View {
  const characters = view.characters.replaceAll(parts, "");
  if (characters.length === view.characters.length) return view;
  let source: View["source"];
  return {
    characters,
    get source() {
      return (source ??= { view, runs: runsBetween(view, parts) });
    },
  };
}

function runsBetween({ characters }: View, parts: RegExp): Run[] {
  const runs: Run[] = [{ start: 0, from: 0, width: 1 }];
  let removed = 0;
  for (const { 0: part, index } of characters.matchAll(parts)) {
    const start = index - removed;
    if (runs.at(-1)?.start === start) runs.pop();
    removed += part.length;
    runs.push({ start, from: start + removed, width: 1 });
  }
  return runs;
}

/** Converts to lower case, and to a single Base64 alphabet. */
function folded(text: string): string {
  return text
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll("-", "+")
    .replaceAll("_", "/");
}

// What terminals obey.
// oxlint-disable-next-line no-control-regex
const sequence = /\u001b\[[\d;?]*[a-z]/gi;

const names: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  equals: "=",
  gt: ">",
  lt: "<",
  nbsp: " ",
  newline: " ",
  num: "#",
  plus: "+",
  quot: '"',
  sol: "/",
  tab: " ",
};

const escapes = new RegExp(
  [
    sequence.source,
    String.raw`\\+(?:u(?<unit>[\da-f]{4})|x(?<code>[\da-f]{2})|(?<itself>[!-[\]-~]))?`,
    String.raw`%(?<byte>[\da-f]{2})`,
    `&(?:#0{0,6}(?<decimal>\\d{1,3})|#x0{0,6}(?<hex>[\\da-f]{1,2})|(?<name>${Object.keys(names).join("|")}));`,
    String.raw`\p{Cf}`,
  ].join("|"),
  "giu",
);

function unescaped(view: View): View {
  const { characters } = view;
  const runs: Run[] = [];
  let read = "";
  let at = 0;
  for (const { 0: escape, index, groups = {} } of characters.matchAll(escapes)) {
    if (index > at) runs.push({ start: read.length, from: at, width: 1 });
    read += characters.slice(at, index);
    const character = folded(characterOf(groups));
    if (character !== "") runs.push({ start: read.length, from: index, width: escape.length });
    read += character;
    at = index + escape.length;
  }
  if (at === 0) return view;
  runs.push({ start: read.length, from: at, width: 1 });
  return { characters: read + characters.slice(at), source: { view, runs } };
}

/** The character that an escape stands for; empty for an invisible character. */
function characterOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { unit, code, itself, byte, decimal, hex, name } = groups;
  const number = unit ?? code ?? byte ?? hex;
  if (number !== undefined) return String.fromCharCode(Number.parseInt(number, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return (name === undefined ? itself : names[name.toLowerCase()]) ?? "";
}

/**
 * Extends a match in both directions from two positions that hold the same character; never reaches before `free`.
 */
function common(text: string, at: number, form: string, inForm: number, free: number): Place {
  let before = 0;
  while (
    at - before > free &&
    inForm > before &&
    text[at - before - 1] === form[inForm - before - 1]
  )
    before += 1;
  let length = 0;
  while (inForm + length < form.length && text[at + length] === form[inForm + length]) length += 1;
  return { start: at - before, end: at + length };
}

function joined(places: readonly Place[]): Place[] {
  const result: Place[] = [];
  for (const place of places.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || place.start >= last.end) result.push(place);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return result;
}
