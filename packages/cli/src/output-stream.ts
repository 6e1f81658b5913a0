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
  #used: NodeJS.WriteStream | undefined;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
    // Taken here, because code of the user's gets another one.
    this.#stream = Object.getOwnPropertyDescriptor(process, streams[descriptor])
      ?.get as () => NodeJS.WriteStream;
    this.#isDevice = isCharacterDevice(descriptor);
  }

  /** Whether somebody reads it on a terminal. */
  get isTerminal(): boolean {
    return this.#isDevice && this.#open().isTTY === true;
  }

  write(text: string): void {
    let rest: Uint8Array = Buffer.from(text);
    if (!this.#isDevice && this.#used === undefined) rest = this.#writeDirectly(rest);
    if (rest.length > 0) this.#open().write(rest);
  }

  /** Waits until everything is written. */
  async flushed(): Promise<void> {
    await new Promise<void>((written) => {
      if (this.#used === undefined) written();
      else this.#used.write("", () => written());
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
      if (code === "EPIPE") return noBytes;
      throw error;
    }
  }

  #open(): NodeJS.WriteStream {
    if (this.#used !== undefined) return this.#used;
    this.#used = this.#stream.call(process);
    // A reader that stops early, like `head`, is no failure.
    this.#used.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
    return this.#used;
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
