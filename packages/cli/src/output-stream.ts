import { fstatSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { Secret, withMarks, type Beginning } from "@traffic-policy/api/secret";

// Taken here, because code of the user's gets another one, too.
const writeNow = writeSync;

/** Where output goes to in the end. */
export interface Destination {
  readonly kind: "file" | "pipe" | "terminal";
  /**
   * Writes at once.
   *
   * @returns how many bytes were taken
   * @throws the error of the system
   */
  write(bytes: Uint8Array): number;
  /** Node's stream to it. */
  open(): Writable;
  /** From now on, what other code of this process writes goes to this stream. */
  takeAll(stream: () => Writable): void;
}

/** The other side of a command: where it writes, and what it reads. */
export interface Streams {
  readonly out: Destination;
  readonly err: Destination;
  /** Asked for only when it is read: opening it takes as long as linting a policy. */
  readonly input: () => Readable & { readonly isTTY?: boolean };
}

/** Those of this process. */
export function standardStreams(): Streams {
  return { out: standardStream(1), err: standardStream(2), input: () => process.stdin };
}

/** Standard output or standard error of this process. */
function standardStream(descriptor: 1 | 2): Destination {
  const name = descriptor === 1 ? "stdout" : "stderr";
  // Taken here, because code of the user's gets another one.
  const stream = Object.getOwnPropertyDescriptor(process, name)?.get as () => NodeJS.WriteStream;
  const open = (): NodeJS.WriteStream => stream.call(process);
  return {
    kind: kindOf(descriptor, open),
    write: (bytes) => writeNow(descriptor, bytes),
    open,
    takeAll: (get) =>
      void Object.defineProperty(process, name, { get, configurable: true, enumerable: true }),
  };
}

/**
 * Standard output or standard error. Keys are hidden in all that this process writes there, also in what
 * code of the user's prints. Into files and pipes it writes without Node's stream, which takes longer to
 * load than a policy to lint; Node writes to both at once, too.
 */
export class OutputStream {
  readonly #destination: Destination;
  readonly #onFailure: (code: string) => void;
  readonly #hiding = new KeyHiding();
  /** What was left to Node's stream, and has no key in it. */
  readonly #withoutKeys = new WeakSet<Uint8Array>();
  #used: Writable | undefined;
  /** Whether something was left to Node's stream. */
  #isWaiting = false;
  #hasFailed = false;

  /** @param onFailure - called once when nothing can be written, with the reason: `ENOSPC` */
  constructor(destination: Destination, onFailure: (code: string) => void) {
    this.#onFailure = onFailure;
    this.#destination = destination;
  }

  /** Whether something could not be written; a reader that stops early, like `head`, has all it wants. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether somebody reads it on a terminal. */
  get isTerminal(): boolean {
    return this.#destination.kind === "terminal";
  }

  /** From now on, what other code of this process writes comes by here, too. */
  takeAll(): void {
    this.#destination.takeAll(() => this.#open());
  }

  /** From now on, a key is hidden. */
  hide(key: string): void {
    this.#hiding.add(key);
  }

  /** Whether a key was hidden. */
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

  /** Waits until everything is written. */
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

  /** From now on what a reader does not take at once is kept until it does. */
  waitForNobody(): void {
    // Into a file, Node's stream writes by functions that are other ones for code of the user's.
    if (this.#destination.kind !== "file") this.#open();
  }

  /** @returns what has to wait */
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

  /** Node's stream, in which keys are hidden, too. */
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

/** @param open - opens Node's stream, which alone knows a terminal */
function kindOf(descriptor: number, open: () => NodeJS.WriteStream): Destination["kind"] {
  try {
    const stats = fstatSync(descriptor);
    if (stats.isCharacterDevice()) return open().isTTY ? "terminal" : "file";
    return stats.isFile() ? "file" : "pipe";
  } catch {
    return "pipe";
  }
}

/** Hides keys in a text that is written piece by piece, so that none shows that is split between two. */
export class KeyHiding {
  /** Whether a key was hidden. */
  hasHidden = false;
  readonly #keys = new Map<string, Secret>();
  /** The first characters of what may become a key, which are written already: too few to wait for the rest. */
  #written = "";
  /** The characters after these, which are not written yet. */
  #kept = "";

  /** Whether there is a key to hide. */
  get isNeeded(): boolean {
    return this.#keys.size > 0;
  }

  /** From now on, a key is hidden. */
  add(key: string): void {
    if (!this.#keys.has(key)) this.#keys.set(key, new Secret(key));
  }

  /**
   * @param text - the next piece; each character is a byte of its UTF-8
   * @returns what is to be written of it, and of what was kept
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

  /** What was kept, at the end of the text. */
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

/** How many characters of a key are written before the rest is there: it is most often another word. */
const fewCharacters = 3;
