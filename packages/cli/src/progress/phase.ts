import type {
  ClientEvent,
  DeployEvent,
  DeployStep,
  PlanEvent,
  Target,
  TargetOutcome,
} from "@traffic-policy/api";
import type { Clock } from "../context.ts";

export interface Progress {
  readonly clock: Clock;
  happened(event: ClientEvent): void;
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  stopping(): void;
}

export interface TargetInProgress {
  readonly name: string;
  readonly step: DeployStep;
  readonly retry: Retry | undefined;
}

export interface Retry {
  readonly attempt: number;
  /** Time of sending, in milliseconds of the clock. */
  readonly at: number;
  readonly operation: string;
  readonly reason: string;
}

export class Phase {
  readonly verb: string;
  readonly total: number;
  done = 0;
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

  /** The last repeated request that belongs to no target, until it is sent. */
  get retry(): Retry | undefined {
    return this.#retry !== undefined && this.#retry.at > this.#clock.elapsed()
      ? this.#retry
      : undefined;
  }

  get wait(): { readonly requestsPerMinute: number; readonly delay: number } | undefined {
    const now = this.#clock.elapsed();
    this.#waits = this.#waits.filter((end) => end > now);
    if (this.#waits.length === 0 || this.#limit === undefined) return undefined;
    return { requestsPerMinute: this.#limit, delay: Math.min(...this.#waits) - now };
  }

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
