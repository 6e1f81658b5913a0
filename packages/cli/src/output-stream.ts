import { fstatSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { Secret, withMarks, type Beginning } from "@traffic-policy/api/secret";

// Taken here, because code of the user's gets another one, too.
const writeNow = writeSync;

export interface Destination {
  readonly kind: "file" | "pipe" | "terminal";
  /** The columns of a terminal that tells them; it may get others while it is used. */
  readonly columns?: number | undefined;
  /**
   * Writes synchronously.
   *
   * @returns the number of bytes written
   * @throws the system's error
   */
  write(bytes: Uint8Array): number;
  open(): Writable;
  /** Routes all later writes of other code in this process to this stream. */
  takeAll(stream: () => Writable): void;
}

export interface Streams {
  readonly out: Destination;
  readonly err: Destination;
  /** Opened only when read, because opening takes as long as linting a policy. */
  readonly input: () => Readable & { readonly isTTY?: boolean };
}

export function standardStreams(): Streams {
  return { out: standardStream(1), err: standardStream(2), input: () => process.stdin };
}

function standardStream(descriptor: 1 | 2): Destination {
  const name = descriptor === 1 ? "stdout" : "stderr";
  // Taken here, because code of the user's gets another one.
  const stream = Object.getOwnPropertyDescriptor(process, name)?.get as () => NodeJS.WriteStream;
  const open = (): NodeJS.WriteStream => stream.call(process);
  return {
    kind: kindOf(descriptor, open),
    get columns() {
      return open().columns;
    },
    write: (bytes) => writeNow(descriptor, bytes),
    open,
    takeAll: (get) =>
      void Object.defineProperty(process, name, { get, configurable: true, enumerable: true }),
  };
}

/**
 * Standard output or standard error. Hides keys in everything that this process writes there, including output of
 * user code. Writes to files and pipes without Node's stream, which takes longer to load than a policy takes to lint;
 * the write is synchronous, as in Node.
 */
export class OutputStream {
  readonly #destination: Destination;
  readonly #onFailure: (code: string) => void;
  readonly #hiding = new KeyHiding();
  /** Chunks passed on to Node's stream that are known to hold no key. */
  readonly #withoutKeys = new WeakSet<Uint8Array>();
  #used: Writable | undefined;
  #isWaiting = false;
  #hasFailed = false;

  constructor(destination: Destination, onFailure: (code: string) => void) {
    this.#onFailure = onFailure;
    this.#destination = destination;
  }

  /** True when a write failed. A reader that stops early, like `head`, is not a failure. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get isTerminal(): boolean {
    return this.#destination.kind === "terminal";
  }

  /** The columns of a terminal that tells them. */
  get columns(): number | undefined {
    return this.isTerminal ? this.#destination.columns : undefined;
  }

  takeAll(): void {
    this.#destination.takeAll(() => this.#open());
  }

  hide(key: string): void {
    this.#hiding.add(key);
  }

  get hasHidden(): boolean {
    return this.#hiding.hasHidden;
  }

  write(text: string): void {
    // What is in progress goes on: a deployment that breaks off is worse than one that nobody reads.
    if (this.#hasFailed) return;
    if (this.isTerminal || this.#used !== undefined) this.#open().write(text);
    else this.#writeHidden(this.#hidden(Buffer.from(text)));
  }

  #hidden(bytes: Uint8Array): Uint8Array {
    if (!this.#hiding.isNeeded) return bytes;
    return Buffer.from(this.#hiding.next(Buffer.from(bytes).toString("latin1")), "latin1");
  }

  #writeHidden(bytes: Uint8Array): void {
    const rest = this.isTerminal || this.#used !== undefined ? bytes : this.#writeDirectly(bytes);
    if (rest.length === 0) return;
    this.#withoutKeys.add(rest);
    this.#open().write(rest);
  }

  async flushed(): Promise<void> {
    this.#writeHidden(Buffer.from(this.#hiding.rest(), "latin1"));
    const stream = this.#used;
    // Where nothing was written, not even nothing has to be: a device that is full refuses that, too.
    if (stream === undefined || !this.#isWaiting) return;
    await new Promise<void>((written) => {
      stream.write("", (error) => {
        if (error) this.#fail((stream.errored ?? error) as NodeJS.ErrnoException);
        written();
      });
    });
  }

  /** Stops waiting for a slow reader; keeps its output in memory instead. */
  waitForNobody(): void {
    // Into a file, Node's stream writes by functions that are other ones for code of the user's.
    if (this.#destination.kind !== "file") this.#open();
  }

  #writeDirectly(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    try {
      while (rest.length > 0) rest = rest.subarray(this.#destination.write(rest));
      return rest;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A pipe that is full, and that another program has set not to wait.
      if (code === "EAGAIN") return rest;
      this.#fail(error as NodeJS.ErrnoException);
      return noBytes;
    }
  }

  stream(): Writable {
    return this.#open();
  }

  #open(): Writable {
    if (this.#used !== undefined) return this.#used;
    const stream = this.#destination.open();
    this.#used = stream;
    stream.on("error", (error: NodeJS.ErrnoException) => this.#fail(error));
    const { _write: write } = stream;
    const writeHidden: typeof write = (chunk: string | Uint8Array, encoding, written) => {
      this.#isWaiting = true;
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
      const hidden = this.#withoutKeys.has(bytes) ? bytes : this.#hidden(bytes);
      if (hidden.length === 0) written();
      else write.call(stream, hidden, "buffer" as BufferEncoding, written);
    };
    // Without the second, which would write several pieces at once, all of them come by here.
    Object.assign(stream, { _write: writeHidden, _writev: undefined });
    return stream;
  }

  #fail({ code = "unknown" }: Pick<NodeJS.ErrnoException, "code">): void {
    if (code === "EPIPE" || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(code);
  }
}

const noBytes = new Uint8Array();

/** @param open - opens Node's stream, which alone can recognize a terminal */
function kindOf(descriptor: number, open: () => NodeJS.WriteStream): Destination["kind"] {
  try {
    const stats = fstatSync(descriptor);
    if (stats.isCharacterDevice()) return open().isTTY ? "terminal" : "file";
    return stats.isFile() ? "file" : "pipe";
  } catch {
    return "pipe";
  }
}

/** Hides keys in a text that is written in pieces, including keys that are split between two pieces. */
export class KeyHiding {
  hasHidden = false;
  readonly #keys = new Map<string, Secret>();
  /** The first characters of a possible key, which are already written: too few to wait for the rest. */
  #written = "";
  #kept = "";

  get isNeeded(): boolean {
    return this.#keys.size > 0;
  }

  add(key: string): void {
    if (!this.#keys.has(key)) this.#keys.set(key, new Secret(key));
  }

  /**
   * @param text - the next piece; each character is a byte of its UTF-8
   * @returns the text to write, from kept and new characters
   */
  next(text: string): string {
    if (!this.isNeeded || text === "") return text;
    const all = this.#written + this.#kept + text;
    const [{ start, characters }] = [...this.#keys.values()]
      .map((key) => key.beginning(all))
      .toSorted((one, other) => one.start - other.start) as [Beginning];
    const written = this.#written.length;
    // A line that ends is most often complete, and who waits for it would wait for the next one.
    const few = /\s/.test(all.at(-1) ?? "") ? Secret.shortest : fewCharacters;
    const end = characters < few ? all.length : Math.max(start, written);
    const shown = this.#hidden(all.slice(0, end), written);
    this.#written = all.slice(start, Math.max(end, start));
    this.#kept = all.slice(end);
    return shown;
  }

  rest(): string {
    const rest = this.#hidden(this.#written + this.#kept, this.#written.length);
    this.#written = "";
    this.#kept = "";
    return rest;
  }

  #hidden(text: string, from: number): string {
    const places = [...this.#keys.values()].flatMap((key) => key.places(text));
    if (places.length === 0) return text.slice(from);
    this.hasHidden = true;
    return withMarks(text, places, from);
  }
}

/**
 * The number of characters of a key that are written before the rest arrives, because they are mostly another word.
 */
const fewCharacters = 3;
