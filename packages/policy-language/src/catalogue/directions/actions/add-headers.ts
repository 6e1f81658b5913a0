import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap } from "../../config-schema.ts";

export default defineAction({
  type: "add-headers",
  description: "Adds headers to the request on its way in, or to the response on its way out.",
  config: Type.Object(
    {
      headers: freeMap(Type.String(), {
        minProperties: 1,
        maxProperties: 10,
        forbidden: ["user-agent", "User-Agent"],
        description:
          "Name to value, one to ten. Names are converted to lower case; `host` replaces the existing header.",
      }),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["req", "res"],
  results: [
    {
      name: "actions.ngrok.add_headers.headers_added",
      type: "map(string, string)",
      description: "the headers that the last run added: name to value",
    },
  ],
  interpolated: ["headers"],
  regularExpressions: [],
  headers: {
    sets: "headers",
    ineffective: {
      "ngrok-skip-browser-warning":
        "A policy cannot skip the page that free accounts show: the client has to send this header, or another user agent.",
    },
  },
  unsure: [
    "Whether a policy with `ngrok-skip-browser-warning` is refused is not documented, only that it may not be used.",
  ],
  example: { headers: { "x-client-country": "${conn.geo.country_code}" } },
});
