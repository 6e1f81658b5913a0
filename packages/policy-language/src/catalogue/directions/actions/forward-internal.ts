import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";

export default defineAction({
  type: "forward-internal",
  description: "Forwards the traffic to an internal endpoint, which answers it.",
  config: Type.Object(
    {
      url: Type.String({ description: "The URL of the internal endpoint." }),
      binding: Type.Optional(
        stringEnum(["internal"], { description: "What the endpoint is bound to." }),
      ),
      on_error: Type.Optional(
        stringEnum(["halt", "continue"], {
          default: "halt",
          description:
            "What happens if the endpoint cannot be reached: `halt` ends processing, `continue` runs the next action.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
  endsProcessing: {
    when: "forwarding succeeds, or fails while `on_error` is `halt`",
    unless: { on_error: "continue" },
  },
  changes: [],
  forwards: true,
  interpolated: [],
  regularExpressions: [],
  formats: { url: "url" },
  example: { url: "https://billing.internal", on_error: "continue" },
  unsure: [
    "Its page lists it for TCP and TLS policies, but the overviews do not.",
    "Whether outbound rules run after it is not documented.",
  ],
});
