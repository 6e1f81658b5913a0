const longest = 86_400_000;

/**
 * Reads how long an answer asks to wait: seconds, or a date, which is compared with the answer's own
 * `Date` where it has one, because the two clocks may differ.
 *
 * @returns milliseconds, a day at most; nothing when it does not say, or not in a way that HTTP has
 */
export function readRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : httpDate(text) - (httpDate(date ?? "") || now);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longest);
}

/** Milliseconds since 1970, or NaN for what is not a date of HTTP. */
function httpDate(text: string): number {
  // `Date.parse` alone takes almost everything, "5 minutes" too.
  return /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d\d:\d\d:\d\d/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
