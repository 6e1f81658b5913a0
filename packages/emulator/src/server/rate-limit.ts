import { tooManyRequests } from "./refusal.ts";

const minute = 60_000;

/** Counts requests in any 60 seconds, and refuses those that are too many. */
export class RateLimit {
  readonly #requestsPerMinute: number;
  /** When the requests of the last minute came, in milliseconds, oldest first. */
  #times: number[] = [];

  constructor(requestsPerMinute: number) {
    this.#requestsPerMinute = requestsPerMinute;
  }

  /** @throws Refusal, with the seconds until there is room; a refused request does not count */
  check(): void {
    const now = performance.now();
    this.#times = this.#times.filter((time) => time > now - minute);
    const [oldest = now] = this.#times;
    if (this.#times.length >= this.#requestsPerMinute) {
      throw tooManyRequests(String(Math.ceil((oldest + minute - now) / 1000)));
    }
    this.#times.push(now);
  }
}
