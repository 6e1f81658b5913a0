const newline = 0x0a;

/** As long as the lines that the reader of logs takes. */
const longestLine = 2_000_000;

/** Collects the bytes of a log until they are whole lines. Of a line that is too long, nothing is kept. */
export class WholeLines {
  #whole: Buffer[] = [];
  #begun: Buffer[] = [];
  #begunLength = 0;
  #isSkipping = false;
  #length = 0;
  #tooLong = 0;

  /** The bytes of the whole lines. */
  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer): void {
    const end = bytes.lastIndexOf(newline) + 1;
    const start = this.#isSkipping ? bytes.indexOf(newline) + 1 : 0;
    if (end > 0) {
      if (!this.#isSkipping) this.#keep(...this.#begun);
      this.#keep(bytes.subarray(start, end));
      this.#forget(false);
    }
    if (this.#isSkipping) return;
    this.#begun.push(bytes.subarray(end));
    this.#begunLength += bytes.length - end;
    if (this.#begunLength <= longestLine) return;
    this.#tooLong++;
    this.skipLine();
  }

  /** Leaves out what comes until the end of the line. */
  skipLine(): void {
    this.#forget(true);
  }

  /** Nothing more of a line comes that has begun. */
  end(): void {
    if (this.#begunLength > 0) this.add(Buffer.from("\n"));
    this.#forget(false);
  }

  /** Gives the whole lines, once, and how many were too long. */
  take(): { readonly lines: Buffer; readonly tooLong: number } {
    const taken = { lines: Buffer.concat(this.#whole), tooLong: this.#tooLong };
    this.#whole = [];
    this.#length = 0;
    this.#tooLong = 0;
    return taken;
  }

  #keep(...parts: readonly Buffer[]): void {
    for (const part of parts) {
      this.#whole.push(part);
      this.#length += part.length;
    }
  }

  #forget(isSkipping: boolean): void {
    this.#begun = [];
    this.#begunLength = 0;
    this.#isSkipping = isSkipping;
  }
}
