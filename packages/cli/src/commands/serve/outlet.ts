import type { Terminal } from "../../terminal.ts";

// Nobody sees it, and under load one write stands for many.
const pause = 10;

/** Writes what comes within a moment at once: each write waits for the system. */
export class Outlet {
  readonly #terminal: Terminal;
  #waiting = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(text: string): void {
    if (this.#waiting === "") setTimeout(() => this.flush(), pause);
    this.#waiting += text;
  }

  flush(): void {
    if (this.#waiting !== "") this.#terminal.out(this.#waiting);
    this.#waiting = "";
  }
}
