import { parseAddress, parseCidr, type Cidr } from "@traffic-policy/policy-language/internal";
import { Intervals, type Point } from "./intervals.ts";

/** The first IPv6 point. Both families share a number line: IPv6 addresses follow all IPv4 addresses. */
export const sixes = 2n ** 32n;

export const allAddresses = Intervals.between(0n, sixes + 2n ** 128n - 1n);

export function addressesOf(cidr: string): Intervals {
  const parsed = parseCidr(cidr);
  return parsed === undefined ? Intervals.none : rangeOf(parsed);
}

export function addressPoint(text: string): bigint | undefined {
  const parsed = parseAddress(text);
  return parsed && (parsed.version === 4 ? 0n : sixes) + parsed.first;
}

function rangeOf({ version, first, prefix }: Cidr): Intervals {
  const low = (version === 4 ? 0n : sixes) + first;
  return Intervals.between(low, low + 2n ** BigInt((version === 4 ? 32 : 128) - prefix) - 1n);
}

export function addressText(point: Point): string {
  const value = BigInt(point);
  if (value < sixes) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_group, index) =>
    (((value - sixes) >> BigInt(112 - 16 * index)) & 65_535n).toString(16),
  );
  const text = parseAddress(groups.join(":"))?.text ?? "";
  return text.slice(0, text.indexOf("/"));
}

/** True when an address has only one spelling, as in IPv4. */
export function hasOneSpelling(point: Point): boolean {
  return point < sixes;
}
