/** Thrown when a request cannot get its turn in time, because the service asked all requests to wait. */
export class PauseTooLong extends Error {
  /** Milliseconds until the pause is over. */
  readonly remaining: number;

  constructor(remaining: number) {
    super("The pause is longer than the time that is left.");
    this.remaining = remaining;
  }
}

/** The turn of a request; it must be settled, or refused. */
export interface Turn {
  readonly time: number;
}

interface Settled extends Turn {
  readonly end: number;
}

interface Waiting {
  readonly deadline: number;
  readonly proceed: (turn: Turn) => void;
  readonly fail: (error: unknown) => void;
}

const minute = 60_000;
const hour = 60 * minute;

// After fewer accepted requests than this in a minute, a 429 tells of others who use the same
// account, not of the limit.
const fewest = 10;

// How much earlier than expected the service may see the minute end: its clock, and whole seconds.
const slack = 2000;

// More settled turns than this are only remembered for a limit that is larger.
const mostRemembered = 10_000;

/**
 * Lets requests through in the order in which they ask, at most so many in any minute, and none
 * while the service wants a pause.
 *
 * The service counts a request when it arrives, which is some time between its turn and its answer. So
 * a turn counts from when it is given until a minute after its answer: whatever the connection does,
 * the service never sees more in a minute than the limit.
 *
 * The limit is learned from a 429: what was accepted in the minute before it is taken as the limit,
 * unless the service asks for a shorter pause than such a limit would. The service's description
 * gives no limit, so what was learned doubles with every minute without another 429, up to the limit
 * that was configured; with every hour, when the pause that the service asked for agrees with it.
 */
export class RateLimiter {
  readonly #configured: number;
  readonly #remembered: number;
  #learned: { readonly limit: number; readonly time: number; readonly holds: number } | undefined;
  #pausedUntil = -Infinity;
  readonly #inFlight = new Set<Turn>();
  /** The turns that ended in the last minute without a refusal, in order of their end. */
  #settled: Settled[] = [];
  readonly #queue: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number) {
    this.#configured = limit;
    this.#remembered = Math.max(mostRemembered, limit === Infinity ? 0 : limit);
  }

  get limit(): number {
    if (this.#learned === undefined) return this.#configured;
    const { limit, time, holds } = this.#learned;
    const periods = Math.floor((performance.now() - time) / holds);
    return Math.min(this.#configured, limit * 2 ** periods);
  }

  /** Milliseconds that a new request would wait if all requests in progress were answered now. */
  get delay(): number {
    const now = performance.now();
    this.#forget(now);
    const { limit } = this;
    const pause = Math.max(0, this.#pausedUntil - now);
    const turns = this.#settled.length + this.#inFlight.size;
    const before = turns + this.#queue.length - limit;
    if (before < 0 || turns === 0) return pause;
    const { end = now } = this.#settled[before % turns] ?? {};
    return Math.max(pause, end + minute - now + minute * Math.floor(before / turns));
  }

  /**
   * Waits for a turn.
   *
   * @param deadline - latest end of a service's pause, on the `performance.now()` clock
   * @throws PauseTooLong at once when the pause lasts longer
   * @throws the signal's reason when that aborts
   */
  turn(deadline: number, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal.reason);
        this.#proceed();
      };
      const waiting: Waiting = {
        deadline,
        proceed: (turn) => {
          signal.removeEventListener("abort", end);
          resolve(turn);
        },
        fail: (error) => {
          signal.removeEventListener("abort", end);
          reject(error);
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", end, { once: true });
      this.#queue.push(waiting);
      this.#proceed();
    });
  }

  settle(turn: Turn): void {
    if (!this.#inFlight.delete(turn)) return;
    this.#settled.push({ ...turn, end: performance.now() });
    if (this.#settled.length > this.#remembered) this.#settled.shift();
    this.#proceed();
  }

  /**
   * Learns from a 429.
   *
   * @param pause - milliseconds that the service asks clients to pause, if given
   */
  refused(turn: Turn, pause: number | undefined): void {
    const now = performance.now();
    this.#forget(now);
    this.#inFlight.delete(turn);
    const accepted = this.#settled.length + this.#inFlight.size;
    const untilFree = this.#oldest(now) + minute - now;
    if (accepted >= fewest && (pause === undefined || pause >= untilFree - slack)) {
      const holds = pause === undefined ? minute : hour;
      this.#learned = { limit: Math.min(accepted, this.limit), time: now, holds };
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (pause ?? 0));
    this.#proceed();
  }

  #oldest(now: number): number {
    const [oldest] = this.#inFlight;
    return Math.min(now, oldest?.time ?? now, this.#settled[0]?.time ?? now);
  }

  #proceed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    this.#refuseHopeless(now);
    while (this.#queue.length > 0) {
      const wait = this.#waitOfFirst(now);
      if (wait === Infinity) return;
      if (wait > 0) {
        // Rounded up: a timer that fires too early would only be set again.
        this.#timer = setTimeout(() => this.#proceed(), Math.ceil(wait));
        return;
      }
      const turn = { time: now };
      this.#inFlight.add(turn);
      this.#queue.shift()?.proceed(turn);
    }
  }

  /** Infinite when only the end of a request in progress can make room. */
  #waitOfFirst(now: number): number {
    this.#forget(now);
    const pause = Math.max(0, this.#pausedUntil - now);
    const excess = this.#settled.length + this.#inFlight.size - this.limit;
    if (excess < 0) return pause;
    const { end = Infinity } = this.#settled[excess] ?? {};
    return Math.max(pause, end + minute - now);
  }

  #refuseHopeless(now: number): void {
    const pause = this.#pausedUntil - now;
    if (pause <= 0) return;
    for (const waiting of this.#queue.filter(({ deadline }) => deadline < this.#pausedUntil)) {
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      waiting.fail(new PauseTooLong(pause));
    }
  }

  #forget(now: number): void {
    const first = this.#settled.findIndex(({ end }) => end > now - minute);
    if (first !== 0) this.#settled.splice(0, first < 0 ? this.#settled.length : first);
  }
}
