import type { Socket } from "node:net";
import type { ConnectionInput, Exchange } from "@traffic-policy/policy-engine";
import { GatewayError } from "./gateway-error.ts";
import type { GatewayOptions } from "./options.ts";

export interface Surroundings {
  readonly url: string;
  readonly publicAuthority: string;
  readonly authority: string;
  readonly connection: ConnectionInput;
  readonly variables: Exchange["variables"];
}

/**
 * Determines the gateway's URL and the facts about every exchange.
 *
 * @param own - the gateway's own URL
 * @throws GatewayError when the URL of the options does not fit the protocol
 */
export function surroundings(
  own: string,
  { url = own, connection = {}, variables, policy }: GatewayOptions,
): Surroundings {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const schemes = policy.protocol === "http" ? ["http:", "https:"] : ["tcp:", "tls:"];
  if (parsed === undefined || !schemes.includes(parsed.protocol) || parsed.hostname === "") {
    const example = policy.protocol === "http" ? "https://shop.example" : "tcp://shop.example:22";
    throw new GatewayError(`"${url}" cannot be the URL of an endpoint for ${policy.protocol}.`, {
      help: `Write one like ${example}.`,
    });
  }
  return {
    url: `${parsed.protocol}//${parsed.host}`,
    publicAuthority: parsed.host,
    authority: own.slice(own.indexOf("//") + 2),
    connection,
    variables,
  };
}

/** Returns the facts about a connection, with the configured values in place of the real ones. */
export function connectionOf(
  { remoteAddress, remotePort, localAddress }: Socket,
  start: number,
  given: ConnectionInput,
): ConnectionInput {
  return {
    ...(remoteAddress !== undefined && { clientIp: remoteAddress }),
    ...(remotePort !== undefined && { clientPort: remotePort }),
    ...(localAddress !== undefined && { serverIp: localAddress }),
    start,
    ...given,
  };
}
