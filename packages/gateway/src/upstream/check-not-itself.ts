import { parseAddress } from "@traffic-policy/policy-language";
import { GatewayError } from "../gateway-error.ts";
import { addressesOf } from "../listen/addresses-of.ts";
import type { Listening } from "../listen/listen.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Checks that an upstream is not the gateway itself, which would go round in circles.
 *
 * @throws GatewayError when it is, or when one of the addresses that its name stands for is
 */
export async function checkNotItself(
  { host, port }: Upstream,
  { address, port: own }: Listening,
): Promise<void> {
  if (port !== own) return;
  const itself = reachedBy(address);
  const addresses = await addressesOf(host);
  if (!addresses.some((one) => reachedBy(one) === itself)) return;
  throw new GatewayError(`The upstream is the gateway itself: both have the port ${port}.`, {
    help: "Choose another port for one of them.",
  });
}

/** What is really connected to, in one form. */
function reachedBy(address: string): string {
  const { version = 6, first = 0n } = parseAddress(address) ?? {};
  // RFC 4291, section 2.5.5.2: an IPv4 address in an IPv6 one.
  if (version === 6 && first >> 32n === 0xffffn) return textOf(4, first & 0xffff_ffffn);
  return textOf(version, first);
}

function textOf(version: 4 | 6, address: bigint): string {
  // To connect to the address that stands for all of them is to connect to loopback.
  const loopback = version === 4 ? 0x7f00_0001n : 1n;
  return `${version}/${address === 0n ? loopback : address}`;
}
