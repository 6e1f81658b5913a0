import type { Endpoint } from "@traffic-policy/policy-language/service";
import type { StoredEndpoint } from "../state/records.ts";
import type { State } from "../state/state.ts";
import { refTo } from "./ref-to.ts";

// No region of a service is this machine.
const region = "local";

/**
 * An endpoint as the service answers it; what does not apply to it is left out.
 *
 * @param baseUrl - what the URIs begin with
 */
export function endpointAnswer(endpoint: StoredEndpoint, state: State, baseUrl: string): Endpoint {
  const { id, created_at, hostport } = endpoint;
  if ("tunnel" in endpoint) {
    const { proto, public_url, tunnel } = endpoint;
    return {
      id,
      region,
      created_at,
      updated_at: created_at,
      public_url,
      proto,
      hostport,
      type: "ephemeral",
      metadata: "",
      tunnel: refTo(baseUrl, "/tunnels", tunnel),
    };
  }
  const edge = state.tcpEdges.get(endpoint.edge);
  return {
    id,
    region,
    created_at,
    updated_at: edge?.updated_at ?? created_at,
    public_url: `tcp://${hostport}`,
    proto: "tcp",
    hostport,
    type: "edge",
    metadata: edge?.metadata ?? "",
    edge: refTo(baseUrl, "/edges/tcp", endpoint.edge),
  };
}
