import type { Intervals } from "@traffic-policy/policy-logic";

const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

/** Matches an IPv4 address, which has only one written form. */
export const ip4Pattern = String.raw`^(?:${byte}\.){3}${byte}$`;

/**
 * Returns the prefixes of the texts that are IPv4 addresses in a set; anything may follow a prefix. Undefined when
 * the set has all addresses. The set contains integers of up to 32 bits.
 */
export function ip4Beginnings(addresses: Intervals): readonly string[] | undefined {
  const beginnings: string[] = [];
  for (const { low, high } of addresses.list) {
    for (const [first, bits] of blocks(BigInt(low), BigInt(high))) {
      if (bits === 0) return undefined;
      beginnings.push(...ofBlock(first, bits));
    }
  }
  return beginnings;
}

/** Splits a range into CIDR blocks, each with the number of bits that its addresses share. */
function* blocks(low: bigint, high: bigint): Generator<readonly [first: bigint, bits: number]> {
  for (let first = low; first <= high;) {
    let size = 1n;
    let bits = 32;
    while (bits > 0 && first % (size * 2n) === 0n && first + size * 2n - 1n <= high) {
      size *= 2n;
      bits -= 1;
    }
    yield [first, bits];
    first += size;
  }
}

/** Returns the prefixes of a block. A block that ends within a byte has a prefix for each value of that byte. */
function ofBlock(first: bigint, bits: number): string[] {
  const bytes = [24n, 16n, 8n, 0n].map((shift) => Number((first >> shift) & 255n));
  const whole = Math.ceil(bits / 8);
  const count = 2 ** (whole * 8 - bits);
  return Array.from({ length: count }, (_, more) => {
    const own = bytes.slice(0, whole);
    own[whole - 1] = (own[whole - 1] ?? 0) + more;
    return own.join(".") + (whole < 4 ? "." : "");
  });
}
