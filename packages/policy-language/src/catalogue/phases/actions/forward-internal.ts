import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";
import { errorResults } from "../../shared/error-results.ts";

export default defineAction({
  type: "forward-internal",
  description: "Forwards the traffic to an internal endpoint, which answers it.",
  config: Type.Object(
    {
      url: Type.String({ description: "The URL of the internal endpoint." }),
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
  sections: {
    http: ["on_tcp_connect", "on_http_request"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  endsProcessing: {
    when: "forwarding succeeds, or fails while `on_error` is `halt`",
    unless: { on_error: "continue" },
  },
  changes: [],
  forwards: true,
  results: [
    {
      name: "actions.ngrok.forward_internal.url",
      type: "string",
      missing: { when: "forwarding did not fail", isInferred: true },
      description: "the URL that could not be reached, as `scheme://host:port`",
    },
    ...errorResults("forward_internal"),
  ],
  interpolated: ["url"],
  regularExpressions: [],
  formats: { url: "url" },
  deprecatedFields: { binding: {} },
  example: { url: "https://billing.internal", on_error: "continue" },
  unsure: [
    "Whether rules of `on_http_response` run on the answer is not documented.",
    "Whether the host header is kept is documented in two ways.",
  ],
});
