import { getOrAdd } from "@traffic-policy/policy-language/internal";

export interface Limit {
  readonly capacity: number;
  /** The length of the sliding window, in milliseconds. */
  readonly window: number;
  /** True when refused requests count too. */
  readonly countsRefused: boolean;
}

/**
 * The requests that `rate-limit` has counted, kept from one exchange to the next. It stands for one
 * server of the service; each of them counts on its own.
 */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #byEndpoint = new Map<string, RateLimits>();
  #nextSweep = Number.NEGATIVE_INFINITY;

  /** Returns those of one endpoint of a site: each endpoint counts on its own. */
  of(endpoint: string): RateLimits {
    return getOrAdd(this.#byEndpoint, endpoint, () => new RateLimits());
  }

  /**
   * Counts a request. Gives zero when it is let through, and otherwise the milliseconds until there
   * is room again.
   *
   * @param name - which bucket of which limit
   * @param now - in milliseconds since 1970
   */
  count(name: string, limit: Limit, now: number): number {
    this.#sweep(now);
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      bucket = new Bucket();
      this.#buckets.set(name, bucket);
    }
    return bucket.count(limit, now);
  }

  /** Takes back what was counted last in a bucket: the request was not let through after all. */
  uncount(name: string): void {
    this.#buckets.get(name)?.uncount();
  }

  /** Forgets buckets in which nothing counts any more, once a minute: there is one for each client. */
  #sweep(now: number): void {
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + 60_000;
    for (const [name, bucket] of this.#buckets) if (bucket.end <= now) this.#buckets.delete(name);
  }
}

class Bucket {
  /** The time from which nothing in it counts any more. */
  end = 0;
  #times: number[] = [];
  #first = 0;

  count({ capacity, window, countsRefused }: Limit, now: number): number {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? 0) <= now - window) {
      this.#first++;
    }
    if (this.#first > 1000 && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first);
      this.#first = 0;
    }
    const isOver = this.#times.length - this.#first >= capacity;
    if (!isOver || countsRefused) {
      this.#times.push(now);
      this.end = now + window;
    }
    if (!isOver) return 0;
    const blocking = this.#times[this.#times.length - capacity] ?? now;
    return Math.max(blocking + window - now, 1);
  }

  uncount(): void {
    this.#times.pop();
  }
}
