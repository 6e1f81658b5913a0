import type { Terminal } from "../terminal.ts";

/** What takes longer is told in logs, too. */
const long = 10_000;

/** Tells how long something took: to people, and in logs when it was long. */
export function printTime(milliseconds: number, { err, errStyle, showsProgress }: Terminal): void {
  if (!showsProgress && milliseconds < long) return;
  err(errStyle.dim(`It took ${duration(milliseconds)}.\n`));
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
