/**
 * Whether a point in time is one that CEL has: from the year 1 to 9999.
 *
 * @param seconds - since 1970
 */
export function isInTimeRange(seconds: bigint): boolean {
  return seconds >= -62_135_596_800n && seconds <= 253_402_300_799n;
}
