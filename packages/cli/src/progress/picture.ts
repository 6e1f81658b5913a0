import { onExit } from "signal-exit";

const [hideCursor, showCursor] = ["\u001b[?25l", "\u001b[?25h"];
/** Makes the terminal cut long lines. */
const [cut, wrap] = ["\u001b[?7l", "\u001b[?7h"];

/** Redraws lines at the bottom of a terminal, and removes them at the end. Other output appears above them. */
export class Picture {
  readonly #stream: NodeJS.WriteStream;
  readonly #write: NodeJS.WriteStream["write"];
  readonly #forget: () => void;
  readonly #held: (() => unknown)[] = [];
  #height = 0;

  constructor(stream: NodeJS.WriteStream) {
    const { write } = stream;
    this.#stream = stream;
    this.#write = write;
    stream.write = (...written: unknown[]) => {
      this.#held.push(() => Reflect.apply(write, stream, written));
      return true;
    };
    // Also when the command fails, or a signal ends it.
    this.#forget = onExit(() => this.end());
  }

  draw(lines: readonly string[]): void {
    // What has left the screen at its top could not be drawn over.
    const shown = lines.slice(0, (this.#stream.rows || 24) - 1);
    this.#put(`${hideCursor}${this.#erased()}${cut}${shown.join("\n")}\n${wrap}`);
    this.#height = shown.length;
  }

  end(): void {
    this.#forget();
    this.#put(`${this.#erased()}${showCursor}`);
    this.#stream.write = this.#write;
    for (const write of this.#held) write();
  }

  #put(text: string): void {
    this.#write.call(this.#stream, text);
  }

  #erased(): string {
    return this.#height === 0 ? "" : `\u001b[${this.#height}A\u001b[J`;
  }
}
