import { parseAddress } from "@traffic-policy/policy-language/internal";
import { GatewayError } from "../gateway-error.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { addressesOf, type Listening } from "../loopback.ts";

/**
 * Checks that a server is not the gateway itself, which would cause an endless loop.
 *
 * @param endpoint - the URL that the server stands in for; omitted for the upstream
 * @throws GatewayError when it is, or when its name resolves to the gateway's address
 */
export async function checkNotItself(
  { host, port }: Upstream,
  { address, port: own }: Listening,
  endpoint?: string,
): Promise<void> {
  if (port !== own) return;
  const itself = reachedBy(address);
  const addresses = await addressesOf(host);
  if (!addresses.some((one) => reachedBy(one) === itself)) return;
  const what = endpoint === undefined ? "upstream" : `server for ${endpoint}`;
  throw new GatewayError(`The ${what} is the gateway itself: both have the port ${port}.`, {
    help: "Choose another port for one of them.",
  });
}

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
