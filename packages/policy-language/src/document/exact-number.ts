import { compareNumber, isSafeNumber, LosslessNumber } from "lossless-json";

/** The number that JSON digits stand for: a double when it holds the value, otherwise the digits. */
export function exactNumber(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
}

/** Whether two numbers have the same value, however they are written. */
export function sameNumber(left: number | LosslessNumber, right: number | LosslessNumber): boolean {
  const [one, other] = [String(left), String(right)];
  // Exponents beyond this are compared as they are written: a double would make them equal.
  const isHuge = /e[+-]?\d{16}/i.test(one) || /e[+-]?\d{16}/i.test(other);
  return isHuge ? one === other : compareNumber(one, other) === 0;
}
