import headless from "@xterm/headless";
import { spawn, type IPty } from "@lydell/node-pty";
import { screenLines, type Run } from "./terminal-screen.ts";

/** How long something may take to appear, in milliseconds. */
const patience = 20_000;

/** How long nothing changes on a screen that is complete, in milliseconds. */
const rest = 1000;

/** A program on a terminal that somebody looks at and types in. */
export class EditorScreen {
  readonly #terminal: headless.Terminal;
  readonly #program: IPty;
  #changed = performance.now();

  constructor(
    [program, ...args]: readonly [string, ...string[]],
    options: {
      readonly columns: number;
      readonly rows: number;
      readonly cwd: string;
      readonly env: NodeJS.ProcessEnv;
    },
  ) {
    const { columns: cols, rows, cwd, env } = options;
    this.#terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
    this.#program = spawn(program, [...args], { name: "xterm", cols, rows, cwd, env });
    this.#terminal.onData((answer) => this.#program.write(answer));
    this.#program.onData((shown) => {
      this.#changed = performance.now();
      this.#terminal.write(shown);
    });
  }

  type(keys: string): void {
    this.#program.write(keys);
  }

  /**
   * Waits until a text is on the screen, and nothing changes any more.
   *
   * @throws Error when it does not appear
   */
  async shows(text: string): Promise<readonly Run[][]> {
    const begin = performance.now();
    for (;;) {
      await new Promise((settle) => setTimeout(settle, 50));
      const lines = screenLines(this.#terminal);
      const now = lines.map((runs) => runs.map((run) => run.text).join("")).join("\n");
      if (now.includes(text) && performance.now() - this.#changed > rest) return lines;
      if (performance.now() - begin > patience) {
        throw new Error(`"${text}" did not appear on the screen:\n${now}`);
      }
    }
  }

  close(): void {
    this.#program.kill("SIGKILL");
    this.#terminal.dispose();
  }
}
