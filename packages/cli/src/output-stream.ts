import { fstatSync, writeSync } from "node:fs";

const streams = { 1: "stdout", 2: "stderr" } as const;

/**
 * Standard output or standard error. Into files and pipes it writes without Node's stream, which takes
 * longer to load than a policy to lint; Node writes to both at once, too.
 */
export class OutputStream {
  readonly #descriptor: 1 | 2;
  readonly #stream: () => NodeJS.WriteStream;
  readonly #isDevice: boolean;
  readonly #onFailure: (code: string) => void;
  #used: NodeJS.WriteStream | undefined;
  /** Whether something was left to Node's stream. */
  #isWaiting = false;
  #hasFailed = false;

  /** @param onFailure - is told once that nothing can be written, and why: `ENOSPC` */
  constructor(descriptor: 1 | 2, onFailure: (code: string) => void) {
    this.#onFailure = onFailure;
    this.#descriptor = descriptor;
    // Taken here, because code of the user's gets another one.
    this.#stream = Object.getOwnPropertyDescriptor(process, streams[descriptor])
      ?.get as () => NodeJS.WriteStream;
    this.#isDevice = isCharacterDevice(descriptor);
  }

  /** Whether something could not be written; a reader that stops early, like `head`, has all it wants. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether somebody reads it on a terminal. */
  get isTerminal(): boolean {
    return this.#isDevice && this.#open().isTTY === true;
  }

  write(text: string): void {
    // What is under way goes on: a deployment that breaks off is worse than one that nobody reads.
    if (this.#hasFailed) return;
    let rest: Uint8Array = Buffer.from(text);
    if (!this.#isDevice && this.#used === undefined) rest = this.#writeDirectly(rest);
    if (rest.length === 0) return;
    this.#open().write(rest);
    this.#isWaiting = true;
  }

  /** Waits until everything is written. */
  async flushed(): Promise<void> {
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
    this.#open();
  }

  /** @returns what has to wait */
  #writeDirectly(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#descriptor, rest));
      return rest;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A pipe that is full, and that another program has told not to wait.
      if (code === "EAGAIN") return rest;
      this.#fail(error as NodeJS.ErrnoException);
      return noBytes;
    }
  }

  #open(): NodeJS.WriteStream {
    if (this.#used !== undefined) return this.#used;
    this.#used = this.#stream.call(process);
    this.#used.on("error", (error: NodeJS.ErrnoException) => this.#fail(error));
    return this.#used;
  }

  #fail({ code = "unknown" }: Pick<NodeJS.ErrnoException, "code">): void {
    if (code === "EPIPE" || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(code);
  }
}

const noBytes = new Uint8Array();

function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
