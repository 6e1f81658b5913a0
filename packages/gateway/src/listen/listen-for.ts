import type { Server } from "node:net";
import type { Gateway, GatewayOptions } from "../options.ts";
import { checkNotItself } from "../upstream/check-not-itself.ts";
import { parseUpstream, type Upstream } from "../upstream/upstream.ts";
import { listen, type Listening } from "./listen.ts";

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
