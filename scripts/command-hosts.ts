import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { userEnvironment } from "./user-environment.js";

const file = fileURLToPath(new URL("command-host.cjs", import.meta.url));

/** What a run of the command left. */
export interface Result {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a process is told that runs command lines. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What standard input holds; nothing when left out. */
  readonly input?: string | Uint8Array;
  /** How wide the terminal is that standard output is; a pipe, when left out. */
  readonly columns?: number | undefined;
}

/** What it answers. */
export interface Answered extends Result {
  /** Whether code of the user's has left something that the next run would meet. */
  readonly isSpent: boolean;
  /** In seconds. */
  readonly processorTime: number;
}

/**
 * Processes in which the built command runs many command lines, each process one at a time: starting one
 * for each takes longer than most of them do. They end with this one.
 */
export class CommandHosts {
  /** The processor time of the processes that have not ended, in seconds. */
  static get processorTime(): number {
    return [...living].reduce((sum, { processorTime }) => sum + processorTime, 0);
  }

  readonly #idle: Host[] = [];
  readonly #launcher: readonly string[];

  /** @param launcher - a program and its arguments that start another one in its place */
  constructor(launcher: readonly string[] = []) {
    this.#launcher = launcher;
  }

  async run(line: CommandLine): Promise<Result> {
    const host = this.#idle.pop() ?? new Host(this.#launcher);
    const { isSpent, processorTime, ...result } = await host.run(line);
    host.processorTime += processorTime;
    if (isSpent) host.end();
    else this.#idle.push(host);
    return result;
  }
}

/** The processes that have not ended: the time of those that have is counted by the system. */
const living = new Set<Host>();

class Host {
  /** Of all command lines so far, in seconds. */
  processorTime = 0;
  readonly #process;
  /** What is written by another way than the command's. */
  #printed = "";

  constructor(launcher: readonly string[]) {
    const [program = process.execPath, ...args] = [...launcher, process.execPath, file, "tests"];
    this.#process = spawn(program, args, {
      env: userEnvironment(),
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on("data", (piece) => void (this.#printed += String(piece)));
      (stream as Socket | null)?.unref();
    }
    living.add(this);
    this.#process.once("exit", () => living.delete(this));
    this.#process.unref();
  }

  async run(line: CommandLine): Promise<Answered> {
    this.#process.channel?.ref();
    const answered = await new Promise<Answered>((settle, refuse) => {
      const fail = (): void =>
        refuse(new Error(`A process of the command ended: ${this.#printed}`));
      this.#process.once("exit", fail);
      this.#process.once("message", (answer) => {
        this.#process.off("exit", fail);
        settle(answer as Answered);
      });
      this.#process.send(line);
    });
    this.#process.channel?.unref();
    if (this.#printed === "") return answered;
    throw new Error(`This is written past the command: ${this.#printed}`);
  }

  end(): void {
    this.#process.disconnect();
  }
}
