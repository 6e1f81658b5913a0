import { checkedConcurrency } from "../configuration/settings.ts";
import { inParallel } from "../policy/in-parallel.ts";
import { clientFor, type Clients } from "../policy/target.ts";
import type { WriteOptions } from "../operation.ts";
import { attempt } from "./attempt.ts";
import {
  deployTarget,
  stopped,
  changedSince,
  notWritten,
  type Result,
  type Work,
} from "./deploy-target.ts";
import { TargetSkipped } from "./deployment-error.ts";
import type { DeployEvent, KeepStored, TargetDeployment, PlannedTarget } from "./plan.ts";
import { rollBack } from "./roll-back.ts";
import { readEach, type PolicyReading } from "../policy/read-policies.ts";
import { readModule } from "../policy/stored-policy.ts";
import { holds } from "./plan-target.ts";

/** How a plan is applied. */
export interface DeployOptions extends Pick<WriteOptions, "signal" | "stop" | "anyValue"> {
  /** Targets at the same time; 8 by default. */
  readonly concurrency?: number | undefined;
  /**
   * Reaction to a target that fails, is unknown or could not be verified: `stop`, the default, writes to no other
   * target and leaves finished ones as they are; `continue` goes on; `rollback` stops, and restores what was
   * deployed. Targets that are being written to are finished first.
   */
  readonly onFailure?: "stop" | "continue" | "rollback" | undefined;
  /**
   * Saves what a target holds before it is overwritten, also before it is restored. When it rejects,
   * nothing is written to that target.
   */
  readonly keep?: KeepStored | undefined;
  /** Called for each step and outcome. When it throws, the deployment is stopped. */
  readonly onProgress?: ((event: DeployEvent) => void) | undefined;
}

/**
 * Applies a plan: reads each target again, refuses it if it is no longer what the plan is based on, writes
 * once, reads back and compares. A target that is `unchanged` in the plan costs no request, any other
 * three at most. Of a plan that was saved, the unchanged ones are read again before anything is written,
 * a hundred TCP edges per request; one that no longer holds what it should is `failed`. What goes wrong
 * ends in the outcomes and is never thrown.
 *
 * The service has no conditional write. What somebody else writes in the instant between the reading
 * and the arrival of the write is overwritten; what is written after that is reported.
 *
 * With `stop`, requests in progress are finished and no other is sent: a policy that was just written is
 * then not read back. `signal` ends those in progress, too, and leaves targets `unknown`.
 *
 * @returns one deployment for each planned target, in their order
 * @throws InvalidConfiguration for an invalid `concurrency`
 */
export async function deployPlan(
  clients: Clients,
  planned: readonly PlannedTarget[],
  options: DeployOptions = {},
): Promise<readonly TargetDeployment[]> {
  return new Deployment(clients, planned, options).run();
}

class Deployment {
  readonly #planned: readonly PlannedTarget[];
  readonly #options: DeployOptions;
  readonly #concurrency: number;
  readonly #work: Work;
  readonly #results: Result[] = [];
  #failure: TargetSkipped | undefined;
  #brokenProgress: TargetSkipped | undefined;

  constructor(clients: Clients, planned: readonly PlannedTarget[], options: DeployOptions) {
    const { signal, stop, anyValue, keep } = options;
    this.#planned = planned;
    this.#options = options;
    this.#concurrency = checkedConcurrency(options.concurrency);
    this.#work = {
      clientOf: (target) => clientFor(clients, target),
      options: { signal, stop, anyValue },
      keep,
      step: (target, step) => this.#tell({ kind: "step", planned: target, step }),
      halted: () => this.#stopped() ?? this.#failure,
    };
  }

  async run(): Promise<readonly TargetDeployment[]> {
    const { onFailure = "stop" } = this.#options;
    const noteFailure = (planned: PlannedTarget, result: Result): void => {
      if (onFailure !== "continue") this.#failure ??= failureOf(planned, result);
    };
    await this.#readUnchanged(noteFailure);
    const others = [...this.#planned.entries()].filter(([, { readAgain }]) => readAgain !== true);
    await this.#each(others, async (planned) => {
      const result = await deployTarget(this.#work, planned);
      noteFailure(planned, result);
      return result;
    });
    if (onFailure === "rollback" && this.#failure !== undefined) await this.#rollBack();
    return this.#planned.map((planned, index) => this.#deployment(planned, index));
  }

  /** Runs before anything is written: a plan that no longer fits in one place may not fit in the others. */
  async #readUnchanged(
    noteFailure: (planned: PlannedTarget, result: Result) => void,
  ): Promise<void> {
    const again = [...this.#planned.entries()].filter(([, { readAgain }]) => readAgain === true);
    const targets = again.map(([, planned]) => planned);
    await readUnchanged(this.#work, targets, this.#concurrency, (position, result) => {
      const [index, planned] = again[position] ?? [];
      if (index === undefined || planned === undefined) return;
      noteFailure(planned, result);
      this.#note(index, planned, result);
    });
  }

  async #rollBack(): Promise<void> {
    const work = { ...this.#work, halted: () => this.#stopped() };
    const done = [...this.#planned.entries()].filter(([index]) => {
      const outcome = this.#results[index]?.outcome;
      return outcome === "applied" || outcome === "unknown";
    });
    await this.#each(done.toReversed(), (planned, result) => rollBack(work, planned, result));
  }

  async #each(
    targets: Iterable<readonly [index: number, planned: PlannedTarget]>,
    deal: (planned: PlannedTarget, result: Result) => Promise<Result>,
  ): Promise<void> {
    await inParallel(targets, this.#concurrency, async ([index, planned]) => {
      const before = this.#results[index] ?? untried();
      const dealt = await attempt(() => deal(planned, before));
      // A mistake of ours must not hide the outcome of all others.
      const result: Result = dealt.ok
        ? dealt.value
        : { outcome: "unknown", verified: false, error: dealt.error };
      this.#note(index, planned, result);
    });
  }

  #note(index: number, planned: PlannedTarget, result: Result): void {
    this.#results[index] = result;
    this.#tell({ kind: "outcome", planned, deployment: this.#deployment(planned, index) });
  }

  #deployment(planned: PlannedTarget, index: number): TargetDeployment {
    const { name, target } = planned;
    const result = this.#results[index] ?? untried();
    return {
      name,
      target,
      ...result,
      get changes() {
        return result.outcome === "unchanged" ? [] : planned.changes;
      },
    };
  }

  #stopped(): TargetSkipped | undefined {
    const { stop, signal } = this.#options;
    if (this.#brokenProgress !== undefined) return this.#brokenProgress;
    const ended = [signal, stop].find((one) => one?.aborted);
    return ended && stopped(ended.reason);
  }

  #tell(event: DeployEvent): void {
    try {
      this.#options.onProgress?.(event);
    } catch (cause) {
      this.#brokenProgress ??= stopped(cause);
    }
  }
}

function untried(): Result {
  return { outcome: "skipped", verified: false, error: stopped(undefined) };
}

function failureOf(
  { name }: PlannedTarget,
  { outcome, verified }: Result,
): TargetSkipped | undefined {
  const what =
    outcome === "failed"
      ? "failed"
      : outcome === "unknown"
        ? "is unknown"
        : outcome === "applied" && !verified
          ? "could not be verified"
          : undefined;
  if (what === undefined) return undefined;
  return new TargetSkipped(`Skipped, because ${name} ${what}.`, {
    help: "Fix that, and make a new plan to deploy the rest.",
  });
}

/**
 * Reads the targets again that a plan leaves unchanged (TCP edges from the list), and reports for each whether it
 * still holds the planned policy. Writes nothing and throws nothing.
 */
async function readUnchanged(
  work: Work,
  planned: readonly PlannedTarget[],
  concurrency: number,
  tell: (index: number, result: Result) => void,
): Promise<void> {
  const services = new Set(planned.map(({ service }) => service));
  for (const service of services) {
    const indexes = [...planned.keys()].filter((index) => planned[index]?.service === service);
    const own = indexes.flatMap((index) => planned[index] ?? []);
    await readUnchangedAt(work, own, concurrency, (at, result) => {
      tell(indexes[at] ?? -1, result);
    });
  }
}

async function readUnchangedAt(
  { clientOf, options }: Work,
  planned: readonly PlannedTarget[],
  concurrency: number,
  tell: (index: number, result: Result) => void,
): Promise<void> {
  const [first] = planned;
  if (first === undefined) return;
  const client = clientOf(first);
  const reported = new Set<number>();
  const visit = (reading: PolicyReading, index: number): void => {
    const one = planned[index];
    if (one === undefined) return;
    reported.add(index);
    tell(index, resultOf(one, reading));
  };
  const targets = planned.map(({ target }) => target);
  const read = await attempt(() => readEach(client, targets, visit, { ...options, concurrency }));
  if (read.ok) return;
  for (const index of planned.keys()) if (!reported.has(index)) tell(index, notWritten(read.error));
}

function resultOf(planned: PlannedTarget, { stored, error }: PolicyReading): Result {
  if (error !== undefined) return notWritten(error);
  const { local } = planned;
  const wanted = local && readModule(local);
  if (holds(wanted, stored)) return { outcome: "unchanged", verified: true };
  // What the plan is based on is not in the plan, but behaved as the local policy does.
  return notWritten(changedSince(wanted, stored));
}
