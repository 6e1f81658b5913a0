import type { Terminal } from "../context.ts";

/** Shows progress as a line on stderr, which disappears at the end; shows nothing without a terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;
  #width = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get isShown(): boolean {
    return this.#terminal.showsProgress;
  }

  show(line: string): void {
    if (!this.isShown) return;
    this.#terminal.errStream().write(`\r${line.padEnd(this.#width)}`);
    this.#width = line.length;
  }

  end(): void {
    if (this.#width > 0) this.#terminal.errStream().write(`\r${" ".repeat(this.#width)}\r`);
    this.#width = 0;
  }
}
