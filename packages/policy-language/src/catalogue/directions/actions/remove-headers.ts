import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "remove-headers",
  description:
    "Removes headers from the request on its way in, or from the response on its way out.",
  config: Type.Object(
    {
      headers: Type.Array(Type.String({ not: { enum: ["user-agent", "User-Agent"] } }), {
        minItems: 1,
        maxItems: 10,
        description: "The names of the headers, one to ten; `user-agent` cannot be removed.",
      }),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["req", "res"],
  results: [
    {
      name: "actions.ngrok.remove_headers.headers_removed",
      type: "list(string)",
      description: "the names of the headers that the last run removed",
    },
  ],
  interpolated: [],
  regularExpressions: [],
  headers: { removes: "headers" },
  example: { headers: ["x-powered-by", "server"] },
});
