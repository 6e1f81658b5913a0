import { Type } from "@sinclair/typebox";
import type { ActionDefinition } from "../../action.ts";
import urlRewrite from "../../directions/actions/url-rewrite.ts";
import { withFields, withoutFields } from "../../config-schema.ts";

const action: ActionDefinition = {
  ...urlRewrite,
  config: withFields(withoutFields(urlRewrite.config, ["format"]), {
    from: Type.Optional(
      Type.String({
        description:
          "Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced.",
      }),
    ),
  }),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  rewrite: { from: "from", to: "to", variables: [] },
  deprecatedFields: { format: { unless: ["nginx"] } },
  unsure: [
    "Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.",
    "What is replaced without `from` is not documented.",
  ],
};

export default action;
