import type { AddressInfo, Server } from "node:net";
import { GatewayError } from "../gateway-error.ts";
import { loopbackAddress } from "./loopback-address.ts";

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
export async function listen(
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
      help: "Ports from 1024 on may be.",
      cause,
    });
  }
  return new GatewayError(`The gateway cannot listen on ${address}, port ${port}.`, { cause });
}
