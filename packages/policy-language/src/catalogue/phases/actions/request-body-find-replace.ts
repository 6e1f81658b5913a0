import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { replacementResults } from "../replacement-results.ts";

export default defineAction({
  type: "request-body-find-replace",
  description: "Replaces what matches in the body of the request.",
  config: Type.Object(
    {
      replacements: Type.Array(
        Type.Object(
          {
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
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["req"],
  results: replacementResults("request_body_find_replace"),
  interpolated: ["replacements"],
  regularExpressions: ["replacements.from"],
  example: { replacements: [{ from: "secret-[0-9]+", to: "hidden" }] },
});
