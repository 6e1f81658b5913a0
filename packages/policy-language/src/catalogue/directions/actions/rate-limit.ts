import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { errorResults } from "../../shared/error-results.ts";
import { stringEnum } from "../../config-schema.ts";

export default defineAction({
  type: "rate-limit",
  description: "Answers 429 with `retry-after` to requests over a limit; the others continue.",
  config: Type.Object(
    {
      name: Type.String({ maxLength: 1023, description: "The name of the limit." }),
      algorithm: stringEnum(["sliding_window"], { description: "How requests are counted." }),
      capacity: Type.Integer({
        minimum: 1,
        maximum: 2_000_000_000,
        description:
          "How many requests a bucket lets through within the time `rate`. Each server of the service counts on its own.",
      }),
      rate: Type.String({
        description: "The duration, such as `60s`: from `60s` to `24h` in steps of `10s`.",
      }),
      bucket_key: Type.Array(Type.String(), {
        maxItems: 10,
        description:
          "What makes requests share a bucket, at most ten: `conn.client_ip`, `req.host`, `req.headers['name']` or `getReqHeader('Name')`. Several keys make one bucket per combination.",
      }),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound"], tcp: [], tls: [] },
  unsureSections: { http: ["outbound"] },
  endsProcessing: { when: "the request is over the limit" },
  changes: [],
  results: [
    {
      name: "actions.ngrok.rate_limit.bucket_key",
      type: "string",
      description: "the key under which the request was counted",
    },
    ...errorResults("rate_limit"),
    {
      name: "actions.ngrok.rate_limit.limited",
      type: "bool",
      description: "whether the request was over the limit",
    },
  ],
  interpolated: [],
  regularExpressions: [],
  formats: {
    rate: { minimum: "60s", maximum: "24h", multipleOf: "10s" },
    bucket_key: "expression",
  },
  listedExpressions: {
    bucket_key: ["conn.client_ip", "req.host", "req.headers['name']", "getReqHeader('Name')"],
  },
  example: {
    name: "Thirty a minute for each client",
    algorithm: "sliding_window",
    capacity: 30,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  },
  unsure: [
    "Late documentation lists outbound rules as well, its overview only inbound ones.",
    "Whether a bucket key can be any other expression is not documented.",
    "Whether a bucket key may be missing or be repeated is not documented.",
  ],
});
