import { concatenated } from "../bytes.ts";

/**
 * A message of an event stream, kept line by line, so that unchanged lines stay as they came.
 *
 * Source: HTML Standard, section 9.2, "Server-sent events".
 */
export class StreamMessage {
  #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** True when it has a field; false for only comments or empty lines. */
  get hasFields(): boolean {
    return this.#lines.some(({ field }) => field !== undefined);
  }

  /** Returns the value of a field, its lines joined by line breaks; undefined when there is none. */
  value(field: string): string | undefined {
    const own = this.#lines.filter((line) => line.field === field);
    return own.length === 0 ? undefined : own.map(({ value }) => value).join("\n");
  }

  /** Replaces the value of an existing field, with a field line for each line of the value. */
  setValue(field: string, value: string): void {
    const first = this.#lines.findIndex((line) => line.field === field);
    const last = this.#lines.findLastIndex((line) => line.field === field);
    const old = this.#lines[first];
    const end = this.#lines[last]?.end ?? "";
    if (old === undefined) return;
    const values = value.split(lineBreak);
    const own = values.map((text, index): Line => {
      const isLast = index === values.length - 1;
      // The last line of a stream may have no end.
      return { ...old, value: text, end: isLast ? end : end || "\n" };
    });
    this.#lines = this.#lines.flatMap((line, index) => {
      if (index === first) return own;
      return line.field === field ? [] : [line];
    });
  }

  toText(): string {
    return this.#lines
      .map(({ field = "", separator, value, end }) => field + separator + value + end)
      .join("");
  }
}

interface Line {
  /** Undefined in an empty line and in a comment. */
  readonly field: string | undefined;
  /** The colon, with the following space, which is not part of the value. */
  readonly separator: string;
  readonly value: string;
  readonly end: string;
}

const lineBreak = /\r\n|\r|\n/;

export function streamMessage(text: string): StreamMessage {
  const lines: Line[] = [];
  for (const [whole, content = "", end = ""] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (whole !== "") lines.push(lineOf(content, end));
  }
  return new StreamMessage(lines);
}

const carriageReturn = 13;
const lineFeed = 10;

/** A part of a stream: a message with the empty line after it, or text that no rule sees. */
export interface StreamPart {
  readonly bytes: Uint8Array;
  /** True for a whole message; the last message of a stream may lack the empty line after it. */
  readonly isMessage: boolean;
}

/**
 * Finds the messages in an event stream as its bytes arrive. All parts joined are the stream. A message is emitted as
 * soon as its empty line arrives; a line feed that comes later, after a carriage return, is a part of its own.
 */
export class MessageSplitter {
  readonly #largest: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #isLineEmpty = true;
  #isAfterReturn = false;
  /** True when a part of the current message has been emitted already. */
  #isTooLarge = false;

  /**
   * @param largest - size of a message, in bytes; a larger message is emitted in parts that do not count as messages
   */
  constructor(largest = Number.POSITIVE_INFINITY) {
    this.#largest = largest;
  }

  push(bytes: Uint8Array): StreamPart[] {
    const parts: StreamPart[] = [];
    let start = 0;
    const isBetween = this.#size === 0 && !this.#isTooLarge;
    if (isBetween && this.#isAfterReturn && bytes[0] === lineFeed) {
      // The other half of a line break whose message has been given.
      parts.push({ bytes: bytes.subarray(0, 1), isMessage: false });
      this.#isAfterReturn = false;
      start = 1;
    }
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      const isSecondHalf = byte === lineFeed && this.#isAfterReturn;
      this.#isAfterReturn = byte === carriageReturn;
      if (isSecondHalf) continue;
      const isBreak = byte === carriageReturn || byte === lineFeed;
      const isEnd = isBreak && this.#isLineEmpty;
      this.#isLineEmpty = isBreak;
      if (!isEnd) continue;
      if (byte === carriageReturn && bytes[at + 1] === lineFeed) {
        this.#isAfterReturn = false;
        at++;
      }
      this.#add(bytes.subarray(start, at + 1));
      parts.push(...this.#take(true));
      start = at + 1;
    }
    this.#add(bytes.subarray(start));
    if (this.#size > this.#largest) parts.push(...this.#take(false));
    return parts;
  }

  end(): StreamPart[] {
    return this.#take(true);
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#pieces.push(bytes);
    this.#size += bytes.length;
  }

  #take(isEnd: boolean): StreamPart[] {
    const bytes = concatenated(this.#pieces);
    const isMessage = isEnd && !this.#isTooLarge && this.#size <= this.#largest;
    this.#pieces = [];
    this.#size = 0;
    this.#isTooLarge = !isEnd;
    return bytes.length === 0 ? [] : [{ bytes, isMessage }];
  }
}

function lineOf(content: string, end: string): Line {
  const [, mark = "", field = "", separator = "", value = ""] =
    /^(\uFEFF?)([^:]*)(: ?|$)(.*)$/s.exec(content) ?? [];
  if (field === "") return { field: undefined, separator: content, value: "", end };
  // A mark of the byte order can begin the stream, and is not part of the name.
  if (mark !== "") return { field: undefined, separator: content, value: "", end };
  return { field, separator, value, end };
}
