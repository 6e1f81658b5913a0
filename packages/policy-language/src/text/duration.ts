/**
 * The nanoseconds of a length of time in Go's notation, which CEL refers to: `90s`, `1h30m`,
 * `1.5h`. Nothing when the text is none, or one that 64 bits do not hold, which are about 292 years.
 *
 * It reads as Go's `time.ParseDuration` does, which cuts what is less than a nanosecond in each
 * part. The range is that of Go's `time.Duration`, and of durations in the definition of CEL.
 */
export function parseDuration(text: string): bigint | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0n;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined;
  let total = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of rest.matchAll(part)) {
    const digits = whole.replace(/^0+/, "");
    if (digits.length > mostDigits) return undefined;
    const length = nanoseconds[unit] ?? 0;
    total += BigInt(digits) * BigInt(length) + BigInt(fractionOf(fraction, length));
  }
  const most = sign === "-" ? 2n ** 63n : 2n ** 63n - 1n;
  if (total > most) return undefined;
  return sign === "-" ? -total : total;
}

const part = /(\d*)\.?(\d*)([a-zµμ]+)/g;
const mostDigits = 19;

/** Converts a fraction of a unit to whole nanoseconds. Digits beyond a 64-bit integer are ignored. */
function fractionOf(digits: string, unit: number): number {
  const significant = digits.replace(/^0+/, "");
  const zeros = digits.length - significant.length;
  const some = significant.slice(0, mostDigits);
  const counted = BigInt(some) > 2n ** 63n ? some.slice(0, -1) : some;
  return Math.trunc(Number(counted) * (unit / 10 ** (zeros + counted.length)));
}

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
