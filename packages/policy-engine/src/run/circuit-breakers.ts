import { getOrAdd } from "@traffic-policy/policy-language/internal";

/** The settings of a circuit breaker, which refuses requests after too many errors; times are in milliseconds. */
export interface Breaker {
  /** The share of errors, from 0 to 1, at which it starts to refuse requests. */
  readonly threshold: number;
  /** The minimum number of responses before it can refuse requests. */
  readonly volume: number;
  /** The time for which a response counts. */
  readonly window: number;
  readonly tripped: number;
  /** True when earlier responses are forgotten at the start of refusal. */
  readonly forgets: boolean;
}

/**
 * The responses that `circuit-breaker` has seen, kept from one exchange to the next. It stands for one server of the
 * service.
 */
export class CircuitBreakers {
  readonly #breakers = new Map<string, State>();
  readonly #byEndpoint = new Map<string, CircuitBreakers>();

  /** Returns those of one endpoint of a site: each endpoint counts on its own. */
  of(endpoint: string): CircuitBreakers {
    return getOrAdd(this.#byEndpoint, endpoint, () => new CircuitBreakers());
  }

  /**
   * Zero when a request is let through, and otherwise the milliseconds until one may be again. When the time is over, the
   * share of errors is looked at again.
   *
   * @param name - which breaker
   * @param now - in milliseconds since 1970
   */
  refuses(name: string, breaker: Breaker, now: number): number {
    const state = this.#breakers.get(name);
    if (state === undefined) return 0;
    if (now < state.until) return state.until - now;
    state.seen = state.seen.filter(({ time }) => time > now - breaker.window);
    const errors = state.seen.filter(({ isError }) => isError).length;
    const isEnough = state.seen.length >= breaker.volume;
    if (!isEnough || errors < breaker.threshold * state.seen.length) return 0;
    state.until = now + breaker.tripped;
    if (breaker.forgets) state.seen = [];
    return breaker.tripped;
  }

  /** Counts a response. */
  count(name: string, isError: boolean, now: number): void {
    const state = this.#breakers.get(name) ?? { seen: [], until: 0 };
    state.seen.push({ time: now, isError });
    this.#breakers.set(name, state);
  }
}

interface State {
  seen: { readonly time: number; readonly isError: boolean }[];
  until: number;
}
