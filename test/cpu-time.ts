/**
 * The time that this process has computed, in milliseconds. Unlike the time on the clock, it does not
 * grow while others have the processors.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
