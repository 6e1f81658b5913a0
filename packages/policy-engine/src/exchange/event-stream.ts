/**
 * One message of a stream of events, line by line, so that what nobody changes stays as it came.
 *
 * Source: HTML Standard, section 9.2, "Server-sent events".
 */
export class StreamMessage {
  #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** Whether it has a field, and is not just a comment or empty lines. */
  get hasFields(): boolean {
    return this.#lines.some(({ field }) => field !== undefined);
  }

  /** The value of a field, its lines joined by line breaks; nothing when there is none. */
  value(field: string): string | undefined {
    const own = this.#lines.filter((line) => line.field === field);
    return own.length === 0 ? undefined : own.map(({ value }) => value).join("\n");
  }

  /** Puts another value in place of that of a field which is there, with a line for each of its lines. */
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
  /** None in an empty line and in a comment. */
  readonly field: string | undefined;
  /** The colon, with the space after it that does not belong to the value. */
  readonly separator: string;
  readonly value: string;
  /** The line break; empty at the end of the stream. */
  readonly end: string;
}

const lineBreak = /\r\n|\r|\n/;

/** The messages of a stream of events, each with the empty line after it: all of them joined give the text. */
export function streamMessages(text: string): StreamMessage[] {
  const messages: StreamMessage[] = [];
  let lines: Line[] = [];
  for (const [whole, content = "", end = ""] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (whole === "") continue;
    lines.push(lineOf(content, end));
    if (content !== "") continue;
    messages.push(new StreamMessage(lines));
    lines = [];
  }
  return lines.length === 0 ? messages : [...messages, new StreamMessage(lines)];
}

function lineOf(content: string, end: string): Line {
  const [, mark = "", field = "", separator = "", value = ""] =
    /^(\uFEFF?)([^:]*)(: ?|$)(.*)$/s.exec(content) ?? [];
  if (field === "") return { field: undefined, separator: content, value: "", end };
  // A mark of the byte order can begin the stream, and is not part of the name.
  if (mark !== "") return { field: undefined, separator: content, value: "", end };
  return { field, separator, value, end };
}
