import type {
  Problem,
  Question,
  QuestionKind,
  Reply,
  WorkRequest,
  WorkResponse,
} from "./messages.ts";

export interface WorkClientOptions {
  readonly start?: () => Worker;
  /** The time limit of an answer in milliseconds; 5000 by default. Proofs have an additional budget. */
  readonly timeLimit?: number;
}

/**
 * Sends questions to the work worker, which starts with the first. Only one question of each kind is open: a newer
 * question replaces the older. When an answer takes too long, the worker is terminated, and restarted for the next
 * question.
 */
export class WorkClient {
  readonly #start: () => Worker;
  readonly #timeLimit: number;
  #lanes: Lane[] = [];

  constructor({ start = startWorker, timeLimit = 5000 }: WorkClientOptions = {}) {
    this.#start = start;
    this.#timeLimit = timeLimit;
  }

  /** Never rejects. */
  ask<Kind extends QuestionKind>(kind: Kind, question: Question<Kind>): Promise<Reply<Kind>> {
    return new Promise((settle) => {
      const isSlow = slow.has(kind);
      this.#lanes[Number(isSlow)] ??= new Lane(this.#start);
      const budget = isSlow ? 1000 * ((question as { seconds?: number }).seconds ?? 10) : 0;
      this.#lanes[Number(isSlow)]?.ask({
        kind,
        question,
        limit: this.#timeLimit + budget,
        settle: settle as (reply: Reply<QuestionKind>) => void,
      });
    });
  }

  /** Ends the workers; open questions count as replaced. */
  close(): void {
    for (const lane of this.#lanes) lane?.close();
    this.#lanes = [];
  }
}

/** Questions that may take seconds have their own worker, so that quick questions do not wait for them. */
const slow: ReadonlySet<QuestionKind> = new Set(["prove", "compare", "suggestCases"] as const);

function startWorker(): Worker {
  return new Worker(new URL("work-worker.js", import.meta.url), { type: "module" });
}

interface Asked {
  readonly kind: QuestionKind;
  readonly question: Question<QuestionKind>;
  /** In milliseconds. */
  readonly limit: number;
  readonly settle: (reply: Reply<QuestionKind>) => void;
}

/** How long a replaced question may keep its worker, in milliseconds: starting a worker takes longer. */
const grace = 300;

class Lane {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #waiting: Asked[] = [];
  #open: (Asked & { readonly id: number; isReplaced: boolean }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  ask(asked: Asked): void {
    for (const older of this.#waiting.filter(({ kind }) => kind === asked.kind)) {
      older.settle({ state: "replaced" });
    }
    this.#waiting = [...this.#waiting.filter(({ kind }) => kind !== asked.kind), asked];
    if (this.#open?.kind === asked.kind && !this.#open.isReplaced) {
      this.#open.isReplaced = true;
      this.#open.settle({ state: "replaced" });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#giveUp(), Math.min(grace, this.#open.limit));
    }
    this.#next();
  }

  close(): void {
    for (const { settle } of this.#waiting) settle({ state: "replaced" });
    if (this.#open?.isReplaced === false) this.#open.settle({ state: "replaced" });
    this.#waiting = [];
    this.#end();
  }

  #next(): void {
    if (this.#open !== undefined) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const open = { ...next, id: this.#count++, isReplaced: false };
    this.#open = open;
    this.#timer = setTimeout(() => this.#giveUp(), open.limit);
    const request: WorkRequest = { id: open.id, kind: open.kind, question: open.question };
    try {
      this.#worker ??= this.#started();
      this.#worker.postMessage(request, []);
    } catch {
      this.#fail({ message: "The worker could not be started.", help: "Reload the page." });
    }
  }

  #started(): Worker {
    const worker = this.#start();
    worker.addEventListener("message", ({ data }: MessageEvent<WorkResponse>) => {
      if (worker !== this.#worker || data.id !== this.#open?.id) return;
      this.#settle(data.reply);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#fail({
        message: "The worker ended unexpectedly.",
        help: "Try again, or reload the page.",
      });
    });
    return worker;
  }

  #giveUp(): void {
    const seconds = (this.#open?.limit ?? 0) / 1000;
    this.#fail({
      message: `This did not finish within ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
      help: "Try a smaller policy, or fewer exchanges, cases or assertions.",
    });
  }

  #fail(problem: Problem): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle({ state: "refused", problem });
  }

  #settle(reply: Reply<QuestionKind>): void {
    const open = this.#open;
    clearTimeout(this.#timer);
    this.#open = undefined;
    if (open?.isReplaced === false) open.settle(reply);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#open = undefined;
  }
}
