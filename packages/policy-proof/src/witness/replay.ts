import {
  ExchangeError,
  RateLimits,
  simulateSync,
  stubsOf,
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

  /** What the policy does to an exchange, by itself; nothing when the exchange cannot be. */
  run(exchange: Exchange): TracedOutcome | undefined {
    try {
      const { trace, ...outcome } = simulateSync(
        this.#policy,
        { time: usualTime, ...exchange },
        { ...this.#options, rateLimits: new RateLimits() },
      );
      return trace && { ...outcome, trace };
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }
}
