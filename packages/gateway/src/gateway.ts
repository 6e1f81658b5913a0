import { HttpGateway } from "./http/http-gateway.ts";
import type { Gateway, GatewayOptions } from "./options.ts";
import { TcpGateway } from "./tcp/tcp-gateway.ts";

/**
 * Starts a reverse proxy on this machine that puts a policy in front of an upstream: requests go
 * through its inbound rules to the upstream, and the responses back through its outbound rules.
 * Connections do in TCP and TLS policies. Nothing outside of the machine can reach it.
 *
 * @throws GatewayError when an option makes no sense, or the port cannot be used
 *
 * @example
 * ```ts
 * const policy = await compilePolicy({ inbound: [{ actions: [{ type: "deny" }] }] });
 * const gateway = await startGateway({ policy, upstream: "http://localhost:3000" });
 * await gateway.close();
 * ```
 */
export function startGateway(options: GatewayOptions): Promise<Gateway> {
  return options.policy.protocol === "http"
    ? HttpGateway.start(options)
    : TcpGateway.start(options);
}
