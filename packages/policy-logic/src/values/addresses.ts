import { parseAddress, parseCidr, type Cidr } from "@traffic-policy/policy-language";
import { Intervals, type Point } from "./intervals.ts";

/** Addresses of both families as points of one space: those of IPv6 come after all of IPv4. */
export const sixes = 2n ** 32n;

/** Every address there is. */
export const allAddresses = Intervals.between(0n, sixes + 2n ** 128n - 1n);

/** The addresses of a CIDR; none when the text is not a CIDR. */
export function addressesOf(cidr: string): Intervals {
  const parsed = parseCidr(cidr);
  return parsed === undefined ? Intervals.none : rangeOf(parsed);
}

/** The point of an address; undefined for a text that is none. */
export function addressPoint(text: string): bigint | undefined {
  const parsed = parseAddress(text);
  return parsed && (parsed.version === 4 ? 0n : sixes) + parsed.first;
}

function rangeOf({ version, first, prefix }: Cidr): Intervals {
  const low = (version === 4 ? 0n : sixes) + first;
  return Intervals.between(low, low + 2n ** BigInt((version === 4 ? 32 : 128) - prefix) - 1n);
}

/** How an address is usually written. */
export function addressText(point: Point): string {
  const value = BigInt(point);
  if (value < sixes) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_group, index) =>
    (((value - sixes) >> BigInt(112 - 16 * index)) & 65_535n).toString(16),
  );
  const text = parseAddress(groups.join(":"))?.text ?? "";
  return text.slice(0, text.indexOf("/"));
}

/** Checks whether an address can be written in one way only, as those of IPv4 can. */
export function hasOneSpelling(point: Point): boolean {
  return point < sixes;
}
