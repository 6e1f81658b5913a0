import type {
  ClientEvent,
  DeployEvent,
  DeployStep,
  PlanEvent,
  Target,
  TargetOutcome,
} from "@traffic-policy/api";
import type { Clock } from "../context.ts";

/** Tells how far a command is, on stderr. */
export interface Progress {
  readonly clock: Clock;
  /** Takes what happens in the client: requests that are repeated or wait. */
  happened(event: ClientEvent): void;
  /** Shows a phase as long as its work lasts. */
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Says that nothing more is begun. */
  stopping(): void;
}

export interface TargetInProgress {
  readonly name: string;
  readonly step: DeployStep;
  readonly retry: Retry | undefined;
}

/** A request that failed, and is sent again. */
export interface Retry {
  readonly attempt: number;
  /** When it is sent; milliseconds as the clock has them. */
  readonly at: number;
  /** What was asked for: `update TCP edge`. */
  readonly operation: string;
  /** Why it failed. */
  readonly reason: string;
}

/** What is known of many targets that are read, or deployed to. */
export class Phase {
  /** What is done: `Reading`. */
  readonly verb: string;
  readonly total: number;
  /** How many targets are done with. */
  done = 0;
  /** Whether nothing more is begun. */
  isStopping = false;
  readonly #clock: Clock;
  readonly #outcomes = new Map<string, TargetOutcome>();
  readonly #inProgress = new Map<string, TargetInProgress & { readonly path: string }>();
  #retry: Retry | undefined;
  #limit: number | undefined;
  #waits: number[] = [];

  constructor(verb: string, total: number, clock: Clock) {
    this.verb = verb;
    this.total = total;
    this.#clock = clock;
  }

  /** How many targets ended in which way. */
  get outcomes(): ReadonlyMap<TargetOutcome, number> {
    const counts = new Map<TargetOutcome, number>();
    for (const outcome of this.#outcomes.values()) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    return counts;
  }

  get inProgress(): readonly TargetInProgress[] {
    return [...this.#inProgress.values()];
  }

  /** The last request that is sent again and belongs to no target, until it is sent. */
  get retry(): Retry | undefined {
    return this.#retry !== undefined && this.#retry.at > this.#clock.elapsed()
      ? this.#retry
      : undefined;
  }

  /** Which limit lets requests wait, and how many milliseconds it takes until one may be sent. */
  get wait(): { readonly requestsPerMinute: number; readonly delay: number } | undefined {
    const now = this.#clock.elapsed();
    this.#waits = this.#waits.filter((end) => end > now);
    if (this.#waits.length === 0 || this.#limit === undefined) return undefined;
    return { requestsPerMinute: this.#limit, delay: Math.min(...this.#waits) - now };
  }

  /** Milliseconds from now until something that {@link TargetInProgress} or {@link Retry} tells of. */
  until(time: number): number {
    return Math.max(0, time - this.#clock.elapsed());
  }

  planned({ done }: PlanEvent): void {
    this.done = done;
  }

  deployed(event: DeployEvent): void {
    const { name, target } = event.planned;
    if (event.kind === "step") {
      const { step } = event;
      this.#inProgress.set(name, { name, step, retry: undefined, path: pathOf(target) });
      return;
    }
    this.#inProgress.delete(name);
    this.#outcomes.set(name, event.deployment.outcome);
    this.done = this.#outcomes.size;
  }

  happened(event: ClientEvent): void {
    const at = this.#clock.elapsed() + event.delay;
    if (event.kind === "wait") {
      this.#limit = event.requestsPerMinute;
      this.#waits.push(at);
      return;
    }
    const { attempt, operation, error } = event;
    const retry = { attempt, at, operation, reason: error.message };
    const target = [...this.#inProgress.values()].find(({ path }) => path === event.path);
    if (target === undefined) this.#retry = retry;
    else this.#inProgress.set(target.name, { ...target, retry });
  }
}

/** The path of a target's operations, as events have it. */
function pathOf(target: Target): string {
  const part = (identifier: string): string => encodeURIComponent(identifier.toWellFormed());
  switch (target.kind) {
    case "tcp-edge":
      return `/edges/tcp/${part(target.edge)}`;
    case "https-route":
      return `/edges/https/${part(target.edge)}/routes/${part(target.route)}/traffic_policy`;
    case "cloud-endpoint":
      return `/endpoints/${part(target.endpoint)}`;
  }
}
