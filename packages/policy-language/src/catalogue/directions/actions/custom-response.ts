import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap } from "../../config-schema.ts";

export default defineAction({
  type: "custom-response",
  description: "Answers the request itself, without the upstream.",
  config: Type.Object(
    {
      status_code: Type.Integer({ description: "The HTTP status of the answer." }),
      content: Type.Optional(Type.String({ description: "The body of the answer." })),
      headers: Type.Optional(
        freeMap(Type.String(), {
          maxProperties: 10,
          description: "Headers of the answer: name to value, at most ten.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
  endsProcessing: "always",
  changes: ["res"],
  interpolated: ["content", "headers"],
  regularExpressions: [],
  otherFieldNames: { body: "content" },
  answer: { kind: "response", status: "status_code", content: "content" },
  headers: { sets: "headers" },
  example: {
    status_code: 503,
    headers: { "content-type": "text/plain" },
    content: "Back in five minutes.",
  },
  unsure: [
    "Whether outbound rules still run after an inbound custom-response is not documented.",
    "Without a content-type header the service infers one; by which rules is not documented.",
    "The earliest documentation had a key `content_type`, which was soon removed.",
  ],
});
