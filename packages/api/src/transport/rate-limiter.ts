/** Why a request cannot get its turn in time: the service asked all requests to wait. */
export class PauseTooLong extends Error {
  /** Milliseconds until the pause is over. */
  readonly remaining: number;

  constructor(remaining: number) {
    super("The pause is longer than the time that is left.");
    this.remaining = remaining;
  }
}

/** A turn that a request got. */
export interface Turn {
  readonly time: number;
}

interface Waiting {
  readonly deadline: number;
  readonly proceed: (turn: Turn) => void;
  readonly fail: (error: unknown) => void;
}

const minute = 60_000;

// After fewer accepted requests than this in a minute, a 429 tells of others who use the same
// account, not of the limit.
const fewest = 10;

// How much earlier than expected the service may see the minute end: its clock, and whole seconds.
const slack = 2000;

// More turns than this are only remembered for a limit that is larger.
const mostRemembered = 10_000;

/**
 * Lets requests through in the order in which they ask, at most so many in any minute, and none
 * while the service wants a pause.
 *
 * The limit is learned from a 429: what was accepted in the minute before it is taken as the limit,
 * unless the service asks for a shorter pause than such a limit would. The service's description
 * gives no limit, so what was learned doubles with every minute without another 429, up to the limit
 * that was configured.
 */
export class RateLimiter {
  readonly #configured: number;
  readonly #remembered: number;
  #learned: { readonly limit: number; readonly time: number } | undefined;
  #pausedUntil = -Infinity;
  /** The turns of the last minute that were not refused, in order. */
  #turns: Turn[] = [];
  readonly #queue: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param limit - requests per minute; `Infinity` for no limit but what is learned */
  constructor(limit: number) {
    this.#configured = limit;
    this.#remembered = Math.max(mostRemembered, limit === Infinity ? 0 : limit);
  }

  /** Requests per minute, as configured or learned. */
  get limit(): number {
    if (this.#learned === undefined) return this.#configured;
    const { limit, time } = this.#learned;
    const minutes = Math.floor((performance.now() - time) / minute);
    return Math.min(this.#configured, limit * 2 ** minutes);
  }

  /** Milliseconds that a request which asks now would wait, as far as is known. */
  get delay(): number {
    const now = performance.now();
    this.#forget(now);
    const [turns, limit] = [this.#turns, this.limit];
    const pause = Math.max(0, this.#pausedUntil - now);
    const before = turns.length + this.#queue.length - limit;
    if (before < 0 || turns.length === 0) return pause;
    const free = (turns[before % turns.length]?.time ?? now) + minute;
    return Math.max(pause, free - now + minute * Math.floor(before / turns.length));
  }

  /**
   * Waits for a turn.
   *
   * @param deadline - moment, by `performance.now()`, until which a pause of the service may last
   * @throws PauseTooLong at once when it lasts longer
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

  /**
   * Learns from a 429.
   *
   * @param pause - milliseconds for which the service wants no requests, if it says so
   */
  refused(turn: Turn, pause: number | undefined): void {
    const now = performance.now();
    this.#forget(now);
    this.#turns = this.#turns.filter((other) => other !== turn);
    const accepted = this.#turns.length;
    const untilFree = (this.#turns[0]?.time ?? now) + minute - now;
    if (accepted >= fewest && (pause === undefined || pause >= untilFree - slack)) {
      this.#learned = { limit: Math.min(accepted, this.limit), time: now };
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (pause ?? 0));
    this.#proceed();
  }

  #proceed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    this.#refuseHopeless(now);
    while (this.#queue.length > 0) {
      const wait = this.#waitOfFirst(now);
      if (wait > 0) {
        // Rounded up: a timer that fires too early would only be set again.
        this.#timer = setTimeout(() => this.#proceed(), Math.ceil(wait));
        return;
      }
      const turn = { time: now };
      this.#turns.push(turn);
      if (this.#turns.length > this.#remembered) this.#turns.shift();
      this.#queue.shift()?.proceed(turn);
    }
  }

  #waitOfFirst(now: number): number {
    this.#forget(now);
    const pause = this.#pausedUntil - now;
    const blocking = this.#turns[this.#turns.length - this.limit];
    return Math.max(pause, blocking === undefined ? 0 : blocking.time + minute - now);
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
    const first = this.#turns.findIndex(({ time }) => time > now - minute);
    if (first !== 0) this.#turns.splice(0, first < 0 ? this.#turns.length : first);
  }
}
