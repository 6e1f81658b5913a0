import {
  ExchangeError,
  RateLimits,
  simulateSync,
  stubsOf,
  type BehaviourOptions,
  type CaseSettings,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { usualTime } from "./place.ts";

/** An outcome that was asked for with its trace. */
export type TracedOutcome = Outcome & Required<Pick<Outcome, "trace">>;

/** An exchange that takes place again and again, at one moment. */
export interface Series {
  /** What becomes of it at first. */
  readonly first: TracedOutcome;
  /** The times at which something else may become of it than before: a limit of the policy is reached. */
  readonly times: readonly number[];
  /** What becomes of it the time after so many others. */
  at(time: number): TracedOutcome;
}

/** Runs exchanges through a policy, to see whether it does what is claimed. */
export class Replay {
  readonly #policy: CompiledPolicy;
  readonly #options: SimulationOptions;

  constructor(policy: CompiledPolicy, { options, stubs }: CaseSettings) {
    this.#policy = policy;
    this.#options = { ...options, stubs: stubsOf(stubs), trace: true };
  }

  /**
   * What the policy does to an exchange, by itself; nothing when the exchange cannot be.
   *
   * @param answers - to what the documentation leaves open, other than the usual ones
   */
  run(exchange: Exchange, answers?: Partial<BehaviourOptions>): TracedOutcome | undefined {
    return this.#outcome(exchange, answers, new RateLimits());
  }

  /** The same of an exchange that takes place again and again. */
  series(exchange: Exchange, answers?: Partial<BehaviourOptions>): Series | undefined {
    const limits = new RecordedLimits();
    const first = this.#outcome(exchange, answers, limits);
    const { outboundAfterAnswer } = { ...this.#options, ...answers };
    return (
      first && {
        first,
        // Where rules go on after a refusal, what is counted from then on is not what was recorded.
        times: limits.times().slice(0, outboundAfterAnswer === true ? 1 : undefined),
        at: (time) =>
          time === 1 ? first : (this.#outcome(exchange, answers, limits.after(time - 1)) ?? first),
      }
    );
  }

  #outcome(
    exchange: Exchange,
    answers: Partial<BehaviourOptions> | undefined,
    rateLimits: RateLimits,
  ): TracedOutcome | undefined {
    const options = { ...this.#options, ...answers, rateLimits };
    const timed = { time: usualTime, ...exchange };
    try {
      const { trace, ...outcome } = simulateSync(this.#policy, timed, options);
      return trace && { ...outcome, trace };
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }
}

/** More often than that, nothing is tried. */
const mostTimes = 10_000;

/** Limits that know what they have counted, so that they can count it again without the rest of an exchange. */
class RecordedLimits extends RateLimits {
  readonly #counted: Parameters<RateLimits["count"]>[] = [];

  override count(...counted: Parameters<RateLimits["count"]>): number {
    this.#counted.push(counted);
    return super.count(...counted);
  }

  /** The times at which each of the limits refuses first, if no other one does before. */
  times(): number[] {
    const found = new Set(this.#counted.map(([, { capacity }]) => capacity + 1));
    return [...found].filter((time) => time <= mostTimes).toSorted((one, other) => one - other);
  }

  /** Limits that have counted the same so many times; what refuses an exchange ends it. */
  after(times: number): RateLimits {
    const limits = new RateLimits();
    for (let time = 0; time < times; time++) {
      for (const counted of this.#counted) if (limits.count(...counted) > 0) break;
    }
    return limits;
  }
}
