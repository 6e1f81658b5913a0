import type { ActionDefinition } from "../../action.ts";
import rateLimit from "../../directions/actions/rate-limit.ts";
import { withFields } from "../../config-schema.ts";
import { Type } from "@sinclair/typebox";

const { listedExpressions: _any, ...shared } = rateLimit;

const action: ActionDefinition = {
  ...shared,
  config: withFields(rateLimit.config, {
    enforce: Type.Optional(
      Type.Boolean({
        default: true,
        description: "Whether requests are refused at all; `false` only counts them.",
      }),
    ),
    bucket_key: Type.Array(Type.String(), {
      maxItems: 10,
      description:
        "Expressions, at most ten: requests for which all have the same values share a bucket.",
    }),
  }),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  unsureSections: {},
  endsProcessing: { when: "the request is over the limit and `enforce` is not false" },
  unsure: ["Whether a bucket key may be missing or be repeated is not documented."],
};

export default action;
