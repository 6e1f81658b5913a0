import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap } from "../../config-schema.ts";

export default defineAction({
  type: "custom-response",
  description: "Answers the request itself, without the upstream, or replaces the response.",
  config: Type.Object(
    {
      status_code: Type.Optional(
        Type.Integer({ default: 200, description: "The HTTP status of the answer." }),
      ),
      body: Type.Optional(Type.String({ description: "The body of the answer." })),
      headers: Type.Optional(
        freeMap(Type.String(), {
          maxProperties: 10,
          description: "Headers of the answer: name to value, at most ten.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
  endsProcessing: "always",
  changes: ["res"],
  interpolated: ["body", "headers"],
  regularExpressions: [],
  deprecatedFields: { content: { replacement: "body" } },
  answer: {
    kind: "response",
    status: "status_code",
    content: "body",
    reachesResponseRules: true,
  },
  headers: { sets: "headers" },
  example: {
    status_code: 503,
    headers: { "content-type": "text/plain" },
    body: "Back in five minutes.",
  },
  unsure: [
    "Without a content-type header the service infers one; by which rules is not documented.",
    "The page calls `content` the earlier name of `body`; whether it is still accepted is not documented.",
  ],
});
