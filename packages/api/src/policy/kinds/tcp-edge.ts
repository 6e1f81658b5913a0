import type { TcpEdge, TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { UnexpectedResponse } from "../../errors/service-error.ts";
import { makeOperation } from "../../make-operation.ts";
import { findDocumentFault } from "../../service/policy-value.ts";
import { tcpEdgeOperations } from "../../service/tcp-edges.ts";
import type { TargetOf } from "../target.ts";
import type { TargetKind } from "./kind.ts";

/** An update replaces the module of an edge, and cannot remove it. */
export const tcpEdge: TargetKind<TargetOf<"tcp-edge">> = {
  name: "a TCP edge",
  hasSwitch: true,
  operations: { read: tcpEdgeOperations.get, write: tcpEdgeOperations.update },
  identifiers: ({ edge }) => [edge],
  findFault: findDocumentFault,
  read: async (client, { edge }, options) => policyOfEdge(await client.tcpEdges.get(edge, options)),
  write: async (client, { edge }, { enabled, value }, options) => {
    const input = { traffic_policy: { enabled, value } };
    const stored = policyOfEdge(await client.tcpEdges.update(edge, input, options));
    if (stored !== undefined) return stored;
    throw new UnexpectedResponse({
      operation: makeOperation(tcpEdgeOperations.update, edge),
      attempts: 1,
      field: "traffic_policy",
      message: "The response to the written policy has no policy.",
      effect: "possible",
    });
  },
  remove: undefined,
};

export function policyOfEdge({ traffic_policy: module }: TcpEdge): TrafficPolicyModule | undefined {
  return module ?? undefined;
}
