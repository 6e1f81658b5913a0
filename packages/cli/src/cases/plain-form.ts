/**
 * What a module exports as a file would say it, so that both are checked in the same way: dates as
 * text, bytes in Base64, regular expressions as `matches`, pairs of headers as an object. Functions are
 * left out.
 */
export function plainForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainForm(item));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "no time" : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof RegExp) return { matches: "" };
  const plain: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === "function") continue;
    // Only code can give them, and the engine checks them.
    if (key === "extensions") continue;
    const isPairs = (key === "headers" || key === "trailers") && Array.isArray(member);
    plain[key] = isPairs ? headersOf(member) : plainForm(member);
  }
  return plain;
}

function headersOf(pairs: readonly unknown[]): unknown {
  const isRight = pairs.every((pair) => Array.isArray(pair) && pair.length === 2);
  return isRight ? Object.fromEntries(pairs as [string, unknown][]) : pairs;
}
