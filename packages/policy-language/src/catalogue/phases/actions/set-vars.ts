import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "set-vars",
  description: "Sets variables that later rules of the same phase read as `vars.name`.",
  config: Type.Object(
    {
      vars: Type.Array(
        Type.Unsafe<Record<string, unknown>>({
          type: "object",
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: {},
          description: "One name with its value; texts in it are interpolated.",
        }),
        { minItems: 1, description: "The variables, set in this order." },
      ),
    },
    { additionalProperties: false },
  ),
  sections: {
    http: ["on_tcp_connect", "on_http_request", "on_http_response"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  endsProcessing: "never",
  changes: ["vars"],
  setsVariables: "vars",
  interpolated: ["vars"],
  regularExpressions: [],
  example: { vars: [{ tier: "${'x-tier' in req.headers ? req.headers['x-tier'][0] : 'free'}" }] },
  unsure: [
    "Whether an entry may read an earlier one is documented in two ways.",
    "How deep values may be nested is not documented.",
  ],
});
