import type { TcpEdge } from "@traffic-policy/api";
import type { Terminal } from "../../context.ts";
import { summarizePolicyModule } from "../../service/target-words.ts";
import { renderFields, renderTable } from "@traffic-policy/report";

export function renderEdges(edges: readonly TcpEdge[], style: Terminal["style"]): string {
  return renderTable(
    ["id", "hostports", "traffic policy", "description"],
    edges.map((edge) => [
      edge.id,
      (edge.hostports ?? []).join(" "),
      policyOf(edge) ?? "none",
      edge.description ?? "",
    ]),
    style,
  );
}

export function renderEdge(edge: TcpEdge, style: Terminal["style"]): string {
  const { backend, ip_restriction: ipRestriction } = edge;
  return renderFields(
    edge.id,
    [
      ["description", edge.description || undefined],
      ["metadata", edge.metadata || undefined],
      ["hostports", (edge.hostports ?? []).join(" ") || undefined],
      ["backend", backend === null ? undefined : `${switchOf(backend)}, ${backend.backend.id}`],
      [
        "ip restriction",
        ipRestriction === null
          ? undefined
          : [
              switchOf(ipRestriction),
              ...[ipRestriction.ip_policies].flat().map(({ id }) => id),
            ].join(", "),
      ],
      ["traffic policy", policyOf(edge)],
      ["created", edge.created_at],
      ["uri", edge.uri],
    ],
    style,
  );
}

function switchOf({ enabled }: { readonly enabled: boolean }): string {
  return enabled ? "enabled" : "disabled";
}

function policyOf({ traffic_policy: module }: TcpEdge): string | undefined {
  return module === null ? undefined : summarizePolicyModule(module);
}
