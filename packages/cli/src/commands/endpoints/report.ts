import type { Endpoint } from "@traffic-policy/api";
import type { Terminal } from "../../context.ts";
import { summarizePolicyModule } from "../../service/target-words.ts";
import { renderFields, renderTable } from "@traffic-policy/report";

export function renderEndpoints(endpoints: readonly Endpoint[], style: Terminal["style"]): string {
  return renderTable(
    ["id", "type", "proto", "public url", "served by"],
    endpoints.map((endpoint) => [
      endpoint.id,
      endpoint.type,
      endpoint.proto,
      endpoint.public_url,
      (endpoint.edge ?? endpoint.tunnel)?.id ?? "",
    ]),
    style,
  );
}

export function renderEndpoint(endpoint: Endpoint, style: Terminal["style"]): string {
  const { edge, tunnel, domain, tcp_addr: address, description, traffic_policy: value } = endpoint;
  const policy = value && summarizePolicyModule({ enabled: true, value }, "cloud-endpoint");
  return renderFields(
    endpoint.id,
    [
      ["type", endpoint.type],
      ["proto", endpoint.proto],
      ["public url", endpoint.public_url],
      ["hostport", endpoint.hostport],
      ["region", endpoint.region],
      ["metadata", endpoint.metadata || undefined],
      ...(description ? [["description", description] as const] : []),
      ...(policy ? [["traffic policy", policy] as const] : []),
      ...(edge === undefined ? [] : [["edge", edge.id] as const]),
      ...(tunnel === undefined ? [] : [["tunnel", tunnel.id] as const]),
      ...(domain === undefined ? [] : [["domain", domain.id] as const]),
      ...(address === undefined ? [] : [["address", address.id] as const]),
      ["created", endpoint.created_at],
      ["updated", endpoint.updated_at],
    ],
    style,
  );
}
