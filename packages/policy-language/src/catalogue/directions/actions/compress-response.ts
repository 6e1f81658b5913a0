import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";

export default defineAction({
  type: "compress-response",
  description: "Compresses the response with an algorithm that the client accepts.",
  config: Type.Object(
    {
      algorithms: Type.Optional(
        Type.Array(stringEnum(["gzip", "deflate", "br", "compress"]), {
          default: ["gzip", "deflate", "br", "compress"],
          description: "The algorithms to choose from; all four if omitted.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["res"],
  results: [
    {
      name: "actions.ngrok.compress.already_compressed",
      type: "bool",
      description: "whether the body was encoded before the last run",
    },
    {
      name: "actions.ngrok.compress.negotiated_algorithm",
      type: "string",
      description: "the algorithm that the last run chose",
      unsure: ["What it is when no algorithm was chosen is not documented."],
    },
  ],
  interpolated: [],
  regularExpressions: [],
  compression: "algorithms",
  example: { algorithms: ["br", "gzip"] },
  unsure: ["Which algorithm wins between equal preferences of the client is not documented."],
});
