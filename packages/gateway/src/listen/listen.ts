import type { Server, AddressInfo } from "node:net";
import { lookup } from "node:dns/promises";
import { isLoopbackAddress, parseAddress } from "@traffic-policy/policy-language";
import type { Gateway, GatewayOptions } from "../options.ts";
import { parseUpstream, type Upstream } from "../upstream/upstream.ts";
import { GatewayError } from "../gateway-error.ts";

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
  const listening = await listen(server, options);
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

/** Where a server listens. */
export interface Listening {
  readonly address: string;
  readonly port: number;
  /** Host and port as a URL has them. */
  readonly authority: string;
}

/**
 * Lets a server listen on a loopback address.
 *
 * @throws GatewayError when the address is none, or the port cannot be used
 */
async function listen(
  server: Server,
  { host = "127.0.0.1", port = 0 }: { readonly host?: string; readonly port?: number },
): Promise<Listening> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new GatewayError(`"${port}" is not a port.`, { help: "Ports are numbers up to 65535." });
  }
  const address = await loopbackAddress(host);
  await new Promise<void>((settle, refuse) => {
    server.once("error", (cause: NodeJS.ErrnoException) => refuse(whyNot(address, port, cause)));
    server.listen({ host: address, port }, settle);
  });
  server.removeAllListeners("error");
  const bound = (server.address() as AddressInfo).port;
  const authority = `${address.includes(":") ? `[${address}]` : address}:${bound}`;
  return { address, port: bound, authority };
}

function whyNot(address: string, port: number, cause: NodeJS.ErrnoException): GatewayError {
  if (cause.code === "EADDRINUSE") {
    return new GatewayError(`The port ${port} is already in use.`, {
      help: "Choose another one, or 0 for any that is free.",
      cause,
    });
  }
  if (cause.code === "EACCES") {
    return new GatewayError(`The port ${port} may not be used by this user.`, {
      help: "Use a port from 1024.",
      cause,
    });
  }
  return new GatewayError(`The gateway cannot listen on ${address}, port ${port}.`, { cause });
}

/**
 * The address to listen on.
 *
 * @param host - an address, or a name whose addresses are all loopback
 * @throws GatewayError for any other one: a gateway has no business on a network
 */
async function loopbackAddress(host: string): Promise<string> {
  const addresses = parseAddress(host) === undefined ? await addressesOf(host) : [host];
  const [first] = addresses;
  if (first !== undefined && addresses.every(isLoopbackAddress)) return first;
  throw new GatewayError(
    `The gateway does not listen on "${host}", which is not a loopback address.`,
    {
      help: "It is for this machine only. Use localhost, 127.0.0.1 or ::1.",
    },
  );
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

/** The addresses that a name stands for, or the one address that it is; none when it is not known. */
async function addressesOf(host: string): Promise<string[]> {
  if (host === "") return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
