import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap } from "../../free-map.ts";

export default defineAction({
  type: "log",
  description: "Writes an entry with data of your choice to the event log.",
  config: Type.Object(
    {
      metadata: freeMap(Type.Unknown(), {
        description: "What the entry says: free keys and values.",
      }),
    },
    { additionalProperties: false },
  ),
  directions: {
    http: ["inbound", "outbound"],
    tcp: ["inbound", "outbound"],
    tls: ["inbound", "outbound"],
  },
  endsProcessing: "never",
  changes: [],
  interpolated: ["metadata"],
  regularExpressions: [],
  example: { metadata: { event: "refused", client: "${conn.client_ip}" } },
  unsure: ["That it works in outbound rules of TCP policies is listed and nowhere explained."],
});
