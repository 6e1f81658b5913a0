import type { Server } from "node:net";
import type { Gateway, GatewayOptions } from "../options.ts";
import { parseUpstream, type Upstream } from "../upstream/upstream.ts";
import { Endpoints } from "../endpoints/endpoints.ts";
import { checkNotItself } from "./itself.ts";
import { listenOnLoopback, type Listening } from "../loopback.ts";

/**
 * Starts the server of a gateway and creates the gateway. When that fails, nothing is left listening.
 *
 * @throws GatewayError when an option is invalid, or the port cannot be used
 */
export async function listenFor<Made extends Gateway>(
  server: Server,
  options: GatewayOptions,
  make: (upstream: Upstream, endpoints: Endpoints, listening: Listening) => Made,
): Promise<Made> {
  const { protocol } = options.policy;
  const upstream = parseUpstream(options.upstream, protocol);
  const endpoints = await Endpoints.read(options.endpoints ?? {}, protocol);
  const listening = await listenOnLoopback(server, options);
  let gateway: Made | undefined;
  try {
    // Who has waited for the port is served while names are looked up.
    gateway = make(upstream, endpoints, listening);
    await checkNotItself(upstream, listening);
    for (const { server: own, url } of endpoints.all) await checkNotItself(own, listening, url);
    return gateway;
  } catch (error) {
    if (gateway === undefined) server.close();
    else await gateway.close({ now: true });
    throw error;
  }
}
