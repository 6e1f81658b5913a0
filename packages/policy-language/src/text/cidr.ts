import ipaddr from "ipaddr.js";
import { BoundedMap } from "../bounded-map.ts";

/** A range of addresses, as a CIDR writes it. */
export interface Cidr {
  readonly version: 4 | 6;
  /** The first address of the range, as a number. */
  readonly first: bigint;
  /** The length of the prefix in bits. */
  readonly prefix: number;
  /** The CIDR with the first address of its range: `192.0.2.0/24` of `192.0.2.7/24`. */
  readonly text: string;
}

/** Reads a CIDR such as `192.0.2.0/24`; undefined when the text is not one. */
export function parseCidr(text: string): Cidr | undefined {
  return text.includes("/") ? parseRange(text) : undefined;
}

/** Reads an address without a prefix, as the range of this one address. */
export function parseAddress(text: string): Cidr | undefined {
  return text.includes("/") ? undefined : parseRange(text);
}

/** Checks whether every address of one range lies in the other one. */
export function containsCidr(outer: Cidr, inner: Cidr): boolean {
  if (outer.version !== inner.version || outer.prefix > inner.prefix) return false;
  return masked(inner, outer.prefix) === outer.first;
}

/** Checks whether an address is loopback. Source: RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3. */
export function isLoopbackAddress(address: string): boolean {
  const { version, first = 0n } = parseAddress(address) ?? {};
  return version === 4 ? first >> 24n === 127n : first === 1n;
}

// Rules repeat the same addresses, every request asks about them again, and the library throws for
// what is not an address.
const ranges = new BoundedMap<string, Cidr | undefined>();

function parseRange(text: string): Cidr | undefined {
  if (!ranges.has(text)) ranges.set(text, readRange(text));
  return ranges.get(text);
}

function readRange(text: string): Cidr | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  const bytes = rest.length === 0 ? readBytes(address) : undefined;
  if (bytes === undefined) return undefined;
  const bits = bytes.length * 8;
  if (prefix === undefined) return rangeOf(bytes, bits);
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
    ? rangeOf(bytes, Number(prefix))
    : undefined;
}

function readBytes(address: string): readonly number[] | undefined {
  // The library also reads short and octal forms of addresses, and groups of more than four digits, which the
  // service does not.
  if (!address.includes(":")) return readDotted(address);
  const groups = withoutDots(address);
  if (/[%.]|[0-9a-f]{5}/i.test(groups)) return undefined;
  return ipaddr.IPv6.isValid(groups) ? ipaddr.IPv6.parse(groups).toByteArray() : undefined;
}

function readDotted(address: string): readonly number[] | undefined {
  const isValid = ipaddr.IPv4.isValidFourPartDecimal(address);
  return isValid ? ipaddr.IPv4.parse(address).toByteArray() : undefined;
}

/**
 * Rewrites the dotted last four bytes of an IPv6 address as two groups: `::102:304` for `::1.2.3.4`, by section 2.2
 * of RFC 4291. The library would read the dotted form as `::ffff:1.2.3.4`.
 */
function withoutDots(address: string): string {
  const end = address.lastIndexOf(":") + 1;
  const dotted = address.slice(end);
  // Where it has no dot, the library would throw an error to find that out.
  const bytes = dotted.includes(".") ? readDotted(dotted) : undefined;
  if (bytes === undefined) return address;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${address.slice(0, end)}${group(a, b)}:${group(c, d)}`;
}

function group(high: number, low: number): string {
  return ((high << 8) | low).toString(16);
}

function rangeOf(bytes: readonly number[], prefix: number): Cidr {
  const network = bytes.map((byte, index) => byte & maskOfByte(prefix - index * 8));
  const version = bytes.length === 4 ? 4 : 6;
  return {
    version,
    first: network.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n),
    prefix,
    text: `${textOf(network)}/${prefix}`,
  };
}

function maskOfByte(bits: number): number {
  return bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff;
}

function textOf(bytes: readonly number[]): string {
  return bytes.length === 4 ? bytes.join(".") : new ipaddr.IPv6([...bytes]).toRFC5952String();
}

function masked({ version, first }: Cidr, prefix: number): bigint {
  const rest = BigInt((version === 4 ? 32 : 128) - prefix);
  return (first >> rest) << rest;
}
