import type { Server } from "node:net";
import { parseAddress } from "@traffic-policy/policy-language";
import type { Gateway, GatewayOptions } from "../options.ts";
import { parseUpstream, type Upstream } from "../upstream/upstream.ts";
import { GatewayError } from "../gateway-error.ts";
import { addressesOf, listenOnLoopback, type Listening } from "./loopback.ts";

/**
 * Lets the server of a gateway listen, and makes the gateway; when there can be none, nothing listens.
 *
 * @throws GatewayError when an option makes no sense, or the port cannot be used
 */
export async function listenFor<Made extends Gateway>(
  server: Server,
  options: GatewayOptions,
  make: (upstream: Upstream, listening: Listening) => Made,
): Promise<Made> {
  const upstream = parseUpstream(options.upstream, options.policy.protocol);
  const listening = await listenOnLoopback(server, options);
  let gateway: Made | undefined;
  try {
    // Who has waited for the port is served while names are looked up.
    gateway = make(upstream, listening);
    await checkNotItself(upstream, listening);
    return gateway;
  } catch (error) {
    if (gateway === undefined) server.close();
    else await gateway.close({ now: true });
    throw error;
  }
}

/**
 * Checks that an upstream is not the gateway itself, which would go round in circles.
 *
 * @throws GatewayError when it is, or when one of the addresses that its name stands for is
 */
async function checkNotItself(
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
