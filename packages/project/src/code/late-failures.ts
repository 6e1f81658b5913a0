import { setImmediate, setTimeout } from "node:timers/promises";
import { restoreBuiltIns } from "./built-ins.ts";
import { ExplainedError } from "../files/files.ts";

// State of the process, as what it is about is: errors that the process hears of, and nobody else.
const known = new Set<unknown>();
let collected: unknown[] | undefined;
let hasFailed = false;
let isStopped = false;

/**
 * Records an unhandled error of user code.
 *
 * @param tell - called when no module is being loaded that the error could be reported with
 */
export function noteFailure(error: unknown, tell: () => void): void {
  // An attempt to end the process is noted when it is made, and may be thrown on.
  if (typeof error === "object" && error !== null) {
    if (known.has(error)) return;
    known.add(error);
  }
  if (collected !== undefined) collected.push(error);
  else {
    hasFailed = true;
    tell();
  }
}

/** Checks whether code of the user's failed once its module was loaded, which makes the run a failure. */
export function hasFailedLater(): boolean {
  return hasFailed;
}

/** Puts back what code of the user's has changed since its module was loaded, which makes the run a failure. */
export function restoreAfterCode(): string | undefined {
  const changed = restoreBuiltIns();
  if (changed !== undefined) hasFailed = true;
  return changed;
}

export function noteStop(): void {
  isStopped = true;
}

/** Checks whether a module was: what it was doing may go on. */
export function wasStopped(): boolean {
  return isStopped;
}

/**
 * Does work that loads a module, including its consequences.
 *
 * @returns the result, and the unhandled errors
 */
export async function withFailures<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly failures: readonly unknown[] }> {
  const failures: unknown[] = [];
  collected = failures;
  try {
    return { result: await work(), failures };
  } finally {
    collected = undefined;
  }
}

// Also a timer that is due at once takes more turns than one.
const mostTurns = 10;

// A file that is read will have been read, whatever else the machine has to do; but not a pipe that nobody writes to.
const mostTurnsReading = 500;

/**
 * Waits for pending promises and for the next turns of the event loop.
 *
 * @param before - the number of timers that were running before, for time limits and progress output
 */
export async function settled(before = 0): Promise<void> {
  await setImmediate();
  await setImmediate();
  for (let turns = 0; turns < mostTurns && isBusy(before); turns++) await setTimeout(1);
  for (let turns = 0; turns < mostTurnsReading && isReading(); turns++) await setTimeout(1);
}

export function runningTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

function isBusy(timersBefore: number): boolean {
  return (
    runningTimers() > timersBefore ||
    process.getActiveResourcesInfo().includes("Immediate") ||
    isReading()
  );
}

function isReading(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
}

/**
 * Looks, just before something is written, whether code of the user's has failed since it was loaded.
 *
 * @param nothing - what is said then: `Nothing was deployed`
 * @throws ExplainedError when it has
 */
export async function refuseAfterFailure(nothing: string): Promise<void> {
  restoreAfterCode();
  await settled();
  restoreAfterCode();
  if (hasFailedLater()) throw new ExplainedError(`${nothing}: code failed after it was loaded.`);
}
