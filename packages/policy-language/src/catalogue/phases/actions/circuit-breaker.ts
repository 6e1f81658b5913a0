import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "circuit-breaker",
  description: "Answers 503 for a while when too many responses of the upstream are errors.",
  config: Type.Object(
    {
      error_threshold: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "The share of errors, from 0 to 1, from which on requests are refused.",
      }),
      volume_threshold: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_000_000_000,
          default: 10,
          description: "How many requests of the window have to be seen before any is refused.",
        }),
      ),
      window_duration: Type.Optional(
        Type.String({ default: "10s", description: "How long a request counts: `1s` to `2m`." }),
      ),
      tripped_duration: Type.Optional(
        Type.String({
          default: "10s",
          description:
            "How long requests are refused before the share is looked at again: `1s` to `2m`.",
        }),
      ),
      num_buckets: Type.Optional(Type.Literal(10, { default: 10, description: "Always 10." })),
      enforce: Type.Optional(
        Type.Boolean({ default: true, description: "Whether requests are refused at all." }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: { when: "the breaker is open and `enforce` is not false" },
  changes: [],
  interpolated: [],
  regularExpressions: [],
  formats: {
    window_duration: { minimum: "1s", maximum: "2m" },
    tripped_duration: { minimum: "1s", maximum: "2m" },
  },
  example: { error_threshold: 0.25, volume_threshold: 20, tripped_duration: "30s" },
  unsure: [
    "`error_threshold` is documented as required, and with a default.",
    "Which responses count as errors is not documented.",
  ],
});
