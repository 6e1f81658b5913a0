/**
 * The nanoseconds of a length of time in Go's notation, which CEL refers to: `90s`, `1h30m`,
 * `1.5h`. Nothing when the text is none.
 */
export function parseDuration(text: string): number | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined;
  let total = 0;
  for (const [, amount = "", unit = ""] of rest.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    total += Number(amount) * (nanoseconds[unit] ?? 0);
  }
  return Math.round(sign === "-" ? -total : total);
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
