import type { Terminal } from "../context.ts";

/** One line on stderr that says how far some work is, and is gone at the end; nothing where nobody sees it. */
export class ProgressLine {
  readonly #terminal: Terminal;
  #width = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Whether somebody sees it. */
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
