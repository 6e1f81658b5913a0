import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap } from "../../config-schema.ts";

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
  sections: {
    http: ["inbound", "outbound"],
    tcp: ["inbound"],
    tls: ["inbound"],
  },
  unsureSections: { tcp: ["outbound"], tls: ["outbound"] },
  endsProcessing: "never",
  changes: [],
  results: [
    {
      name: "actions.ngrok.log.metadata",
      type: "map(string, dyn)",
      description: "what the last run logged",
      unsure: ["It is documented as a map of texts, although `metadata` can hold anything."],
    },
  ],
  interpolated: ["metadata"],
  regularExpressions: [],
  example: { metadata: { event: "refused", client: "${conn.client_ip}" } },
  unsure: ["One page lists outbound rules of TCP and TLS policies; the overviews do not."],
});
