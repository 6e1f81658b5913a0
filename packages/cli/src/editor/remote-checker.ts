import { fork } from "node:child_process";
import { ownModules } from "@traffic-policy/project/internal";
import type { Answer, Question } from "./messages.ts";
import type { Checker } from "./checker.ts";

interface Running {
  send(question: Question): void;
  stop(): void;
  /** Lets it end by itself, as soon as it has answered. */
  end(): void;
}

type Start = (events: {
  readonly answered: (answer: Answer) => void;
  readonly ended: () => void;
}) => Running;

export type GivenText = Parameters<Checker["give"]>;

export type GivenTexts = Map<string, GivenText>;

/** Milliseconds of a check: workspace code has a shorter limit of its own. */
export const checkTime = 8000;

interface Waiting {
  readonly method: Question["method"];
  readonly args: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A checker in its own thread or process, which starts at the first question and restarts after it has ended. It
 * answers questions one by one. If an answer does not come in time, it is stopped, because code of the workspace may
 * never end; the waiting questions go to a new checker.
 */
export class RemoteChecker {
  readonly #start: Start;
  readonly #timeLimit: number;
  readonly #mostAnswers: number;
  readonly #texts: Readonly<GivenTexts>;
  /** Pending questions by number; the first is being answered. */
  readonly #waiting = new Map<number, Waiting>();
  #running: Running | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settleEnd: (() => void) | undefined;
  #count = 0;
  #answers = 0;

  /**
   * @param texts - of all open documents; the owner calls `give` after changes
   * @param timeLimit - milliseconds for an answer
   * @param mostAnswers - restarts after this number, because loaded modules cannot be unloaded
   */
  constructor(
    start: Start,
    texts: Readonly<GivenTexts>,
    {
      timeLimit,
      mostAnswers = Number.POSITIVE_INFINITY,
    }: { readonly timeLimit: number; readonly mostAnswers?: number },
  ) {
    this.#start = start;
    this.#texts = texts;
    this.#timeLimit = timeLimit;
    this.#mostAnswers = mostAnswers;
  }

  give(given: GivenText): void {
    if (this.#running !== undefined) this.#send("give", given);
  }

  start(): void {
    if (this.#running !== undefined) return;
    const running: Running = this.#start({
      answered: (answer) => this.#answered(answer),
      ended: () => {
        if (this.#running === running) this.#ended("it ended");
      },
    });
    this.#running = running;
    this.#answers = 0;
    for (const given of this.#texts.values()) this.#send("give", given);
  }

  async ask<Method extends keyof Checker>(
    method: Method,
    ...args: Parameters<Checker[Method]>
  ): Promise<Awaited<ReturnType<Checker[Method]>>> {
    this.start();
    try {
      const result = await new Promise((resolve, reject) => {
        this.#wait({ method, args, resolve, reject });
      });
      return result as Awaited<ReturnType<Checker[Method]>>;
    } finally {
      this.#answers += 1;
      if (this.#answers >= this.#mostAnswers && this.#waiting.size === 0) this.stop();
    }
  }

  /** Stops all current and waiting questions; the next question starts a new checker. */
  stop(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#stopRunning();
    for (const { reject } of waiting) reject(stopped("it was cancelled"));
  }

  /** Lets it end by itself; resolves when it has ended, or after a second. */
  async end(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const ended = new Promise<void>((settle) => {
      this.#settleEnd = settle;
      setTimeout(settle, 1000).unref();
    });
    running.end();
    await ended;
    this.stop();
  }

  #wait(waiting: Waiting): void {
    this.#waiting.set(this.#send(waiting.method, waiting.args), waiting);
    if (this.#waiting.size === 1) this.#timeFirst();
  }

  #timeFirst(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const seconds = this.#timeLimit / 1000;
    this.#timer = setTimeout(
      () => this.#ended(`it did not finish within ${seconds} seconds`),
      this.#timeLimit,
    );
  }

  #send(method: Question["method"], args: readonly unknown[]): number {
    this.#count += 1;
    this.#running?.send({ id: this.#count, method, args });
    return this.#count;
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("error" in answer) {
      waiting?.reject(new Error(answer.error));
      // Code of the workspace may have changed what every later answer stands on.
      this.#answers = Number.POSITIVE_INFINITY;
    } else waiting?.resolve(answer.result);
    if (waiting !== undefined) this.#timeFirst();
  }

  /** Fails the first question; those behind it may still be answered. */
  #ended(reason: string): void {
    const [first, ...others] = this.#waiting.values();
    this.#waiting.clear();
    this.#stopRunning();
    first?.reject(stopped(reason));
    if (others.length === 0) return;
    this.start();
    for (const waiting of others) this.#wait(waiting);
  }

  #stopRunning(): void {
    clearTimeout(this.#timer);
    this.#running?.stop();
    this.#running = undefined;
    this.#settleEnd?.();
  }
}

function stopped(reason: string): Error {
  return new Error(`The check was stopped: ${reason}.`);
}

const asChecker = ["lsp", "--checker"];

/** Starts a checker in a thread, for documents that run no workspace code. */
export const inThread: Start = ({ answered, ended }) => {
  const worker = ownModules.startCommand({ argv: asChecker, stdout: true });
  // What it prints would be taken for messages to the editor.
  worker.stdout.resume();
  worker.on("message", answered);
  worker.on("error", ended);
  worker.on("exit", ended);
  // oxlint-disable unicorn/require-post-message-target-origin -- a thread of Node has none.
  return {
    send: (question) => worker.postMessage(question),
    stop: () => void worker.terminate(),
    end: () => worker.postMessage(undefined),
  };
};

/** Starts a checker in a process, for code of the workspace: it can be stopped whatever it does. */
export const inProcess: Start = ({ answered, ended }) => {
  const child = fork(process.argv[1] ?? "", asChecker, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const stop = (): void => void child.kill("SIGKILL");
  // An editor may end the server without waiting for what it does.
  process.once("exit", stop);
  child.on("message", (answer) => answered(answer as Answer));
  child.on("error", ended);
  child.on("exit", () => {
    process.off("exit", stop);
    ended();
  });
  return {
    send: (question) => {
      if (child.connected) child.send(question);
    },
    stop,
    end: () => {
      if (child.connected) child.disconnect();
    },
  };
};
