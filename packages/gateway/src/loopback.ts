import type { Server, AddressInfo } from "node:net";
import { lookup } from "node:dns/promises";
import { isLoopbackAddress, parseAddress } from "@traffic-policy/policy-language/internal";
import { GatewayError } from "./gateway-error.ts";

export interface Listening {
  readonly address: string;
  readonly port: number;
  readonly authority: string;
}

/**
 * Starts a server on a loopback address.
 *
 * @throws GatewayError when the address is not a loopback address, or the port cannot be used
 */
export async function listenOnLoopback(
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
 * Resolves the address to listen on.
 *
 * @param host - an address, or a name whose addresses are all loopback
 * @throws GatewayError for any other address: a gateway must not be reachable from a network
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

/** Resolves a name to its addresses. An address resolves to itself, an unknown name to none. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host === "") return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
