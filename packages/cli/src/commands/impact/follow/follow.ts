import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import type { FollowedLog } from "./followed-log.ts";
import { Rates, type Counted } from "./rates.ts";
import type { WholeLines } from "./whole-lines.ts";

/** How a log is followed. */
export interface Following {
  readonly log: FollowedLog;
  readonly lines: WholeLines;
  /** In milliseconds. */
  readonly interval: number;
  readonly clock: Context["clock"];
  /** Ends it. */
  readonly signal: AbortSignal;
  /** @param lines - whole lines of the log */
  readonly count: (lines: Buffer) => Promise<Counted>;
  readonly report: (rates: Rates) => void;
}

/** So that what is not counted yet takes no more memory. */
const mostBytes = 1 << 24;

const pollTime = 200;

/**
 * Counts what a log gets, and reports it after each interval, until it ends or is to end.
 *
 * @returns all of it
 */
export async function follow(following: Following): Promise<Rates> {
  const { log, lines, interval, clock, signal, count, report } = following;
  const all = new Rates(clock.now());
  let current = new Rates(clock.now());
  let due = clock.elapsed() + interval;
  const countLines = async (): Promise<void> => {
    const taken = lines.take();
    const counted = taken.lines.length === 0 ? undefined : await count(taken.lines);
    for (const rates of [current, all]) {
      if (counted !== undefined) rates.add(counted);
      rates.addSkipped(taken.tooLong);
    }
  };
  while (!signal.aborted && !log.isEnded) {
    const isMore = log.read(lines);
    const left = due - clock.elapsed();
    if (left <= 0) {
      await countLines();
      report(current);
      current = new Rates(clock.now());
      due = Math.max(due, clock.elapsed() - interval) + interval;
    } else if (lines.length >= mostBytes) {
      await countLines();
    } else if (!isMore) {
      await sleep(Math.min(left, pollTime), undefined, { signal }).catch(() => {});
    }
  }
  if (log.isEnded) lines.end();
  await countLines();
  return all;
}
