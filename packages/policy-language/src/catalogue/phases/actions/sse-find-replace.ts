import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { replacementResults } from "../replacement-results.ts";

export default defineAction({
  type: "sse-find-replace",
  description: "Replaces what matches in one message of a stream of events.",
  config: Type.Object(
    {
      replacements: Type.Array(
        Type.Object(
          {
            field: Type.Optional(
              Type.String({
                default: "data",
                description: "The field of the message: `data` or `retry`.",
              }),
            ),
            from: Type.String({
              description: "Regular expression (RE2); all matches are replaced.",
            }),
            to: Type.Optional(
              Type.String({
                default: "",
                description: "The replacement; `$1` is the first capture group.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          description: "The replacements, each made in the result of the one before.",
        },
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_event_stream_message"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["res"],
  results: replacementResults("sse_find_replace"),
  interpolated: ["replacements"],
  regularExpressions: ["replacements.from"],
  example: { replacements: [{ from: "secret-[0-9]+", to: "hidden" }] },
  unsure: ["Which variables exist in `on_event_stream_message` is not documented."],
});
