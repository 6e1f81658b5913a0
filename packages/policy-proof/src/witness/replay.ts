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
   * @param times - how often it takes place: the last one counts
   * @param answers - to what the documentation leaves open, other than the usual ones
   */
  run(
    exchange: Exchange,
    { times = 1, answers }: { times?: number; answers?: Partial<BehaviourOptions> } = {},
  ): TracedOutcome | undefined {
    const options = { ...this.#options, ...answers, rateLimits: new RateLimits() };
    const timed = { time: usualTime, ...exchange };
    try {
      for (let time = 1; time < times; time++) simulateSync(this.#policy, timed, options);
      const { trace, ...outcome } = simulateSync(this.#policy, timed, options);
      return trace && { ...outcome, trace };
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }
}

/** More often than that, nothing is tried. */
const mostTimes = 200;

/** How often an exchange must take place for the limits of a policy to refuse it, each by itself. */
export function timesOfLimits({ directions }: CompiledPolicy): number[] {
  const capacities = directions.flatMap(({ rules }) =>
    rules.flatMap(({ actions }) =>
      actions.flatMap(({ type, config }) =>
        type === "rate-limit" ? [Number(config["capacity"])] : [],
      ),
    ),
  );
  return [...new Set(capacities)].map((capacity) => capacity + 1).filter((one) => one <= mostTimes);
}
