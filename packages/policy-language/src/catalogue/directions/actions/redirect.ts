import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { rewriteResults } from "../../shared/error-results.ts";
import { freeMap, stringEnum } from "../../config-schema.ts";
import { urlVariables } from "../url-variables.ts";

export default defineAction({
  type: "redirect",
  description: "Sends the client to another URL, made from the URL of the request.",
  config: Type.Object(
    {
      from: Type.Optional(
        Type.String({
          description:
            "Regular expression (RE2), matched against the whole URL with its scheme and host; the whole URL is replaced if omitted.",
        }),
      ),
      to: Type.String({ description: "The replacement; `$1` is the first capture group." }),
      status_code: Type.Optional(
        Type.Integer({
          minimum: 300,
          maximum: 399,
          default: 302,
          description: "The HTTP status of the redirect, from 300 to 399.",
        }),
      ),
      headers: Type.Optional(
        freeMap(Type.String(), {
          maxProperties: 10,
          description: "Headers of the redirect: name to value, at most ten.",
        }),
      ),
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
  endsProcessing: { when: "the URL changes" },
  changes: [],
  results: rewriteResults("redirect"),
  interpolated: ["from", "to", "headers"],
  regularExpressions: ["from"],
  answer: { kind: "redirect", status: "status_code" },
  headers: { sets: "headers" },
  rewrite: { from: "from", to: "to", variables: urlVariables, otherNaming: { format: "nginx" } },
  example: { from: "/old-store/", to: "/store/", status_code: 301 },
  unsure: ["The format `nginx` appears only in examples."],
});
