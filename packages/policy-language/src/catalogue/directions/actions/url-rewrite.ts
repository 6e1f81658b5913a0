import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { rewriteResults } from "../../shared/error-results.ts";
import { stringEnum } from "../../config-schema.ts";
import { urlVariables } from "../url-variables.ts";

export default defineAction({
  type: "url-rewrite",
  description: "Replaces what matches in the request URL before it goes to the upstream.",
  config: Type.Object(
    {
      from: Type.String({
        description:
          "Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced.",
      }),
      to: Type.String({ description: "The replacement; `$1` is the first capture group." }),
      format: Type.Optional(
        stringEnum(["ngrok", "nginx"], {
          default: "ngrok",
          description:
            "How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound"], tcp: [], tls: [] },
  endsProcessing: "never",
  changes: ["req"],
  results: rewriteResults("url_rewrite"),
  interpolated: ["from", "to"],
  regularExpressions: ["from"],
  rewrite: { from: "from", to: "to", variables: urlVariables, otherNaming: { format: "nginx" } },
  example: { from: "/v1/", to: "/v2/" },
  unsure: [
    "Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.",
    "The format `nginx` appears only in examples.",
  ],
});
