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

/**
 * Milliseconds since 1970, or NaN for what is not a date of HTTP: one of the three forms in RFC 9110,
 * section 5.6.7, of which the last, that of `asctime`, is in UTC and does not say so.
 */
function httpDate(text: string): number {
  // `Date.parse` alone takes almost everything, "5 minutes" too, and what names no zone as local time.
  if (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* \d\d:\d\d:\d\d GMT$/.test(text))
    return Date.parse(text);
  if (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* .* \d\d:\d\d:\d\d \d{4}$/.test(text))
    return Date.parse(`${text} GMT`);
  return Number.NaN;
}
