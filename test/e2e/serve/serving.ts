import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";
import { start } from "../command.ts";

/** A running `serve`, whose output is read as it comes. */
export class Serving {
  /** Where it listens. */
  url = "";
  out = "";
  err = "";
  readonly child: ChildProcess;

  /** Starts it on a port that is free, and waits until it listens. */
  static async start(
    args: readonly string[],
    options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
  ): Promise<Serving> {
    const serving = new Serving(start(["serve", ...args, "--port", "0"], options));
    await until(() => serving.out + (serving.child.exitCode === null ? "" : "\n"), "\n");
    const [url = ""] = /(?:http|tcp):\/\/127\.0\.0\.1:\d+/.exec(serving.out) ?? [];
    if (url === "") throw new Error(serving.out + serving.err);
    serving.url = url;
    serving.out = "";
    return serving;
  }

  private constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on("data", (data: Buffer) => (this.out += data.toString()));
    child.stderr?.on("data", (data: Buffer) => (this.err += data.toString()));
  }

  /** What is printed until then, with times taken out. */
  async printed(end: string): Promise<string> {
    await until(() => this.out, end);
    return this.out.replaceAll(/\d+ ms\b/g, "0 ms");
  }

  /** What is told beside that, until then. */
  async told(end: string): Promise<string> {
    await until(() => this.err, end);
    const told = this.err;
    this.err = "";
    return told;
  }

  /** Ends it with a signal, and gives its status. */
  async ended(signal: NodeJS.Signals = "SIGINT"): Promise<unknown> {
    const exit = once(this.child, "exit");
    this.child.kill(signal);
    const [status] = await exit;
    return status;
  }
}

/** Waits until a text has an end in it. */
async function until(text: () => string, end: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!text().includes(end)) throw new Error(`There is no "${end}" in: ${text()}`);
    },
    { timeout: 20_000 },
  );
}
