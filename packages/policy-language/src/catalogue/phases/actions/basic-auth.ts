import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "basic-auth",
  description:
    "Lets a request through with one of several names and passwords, and answers 401 otherwise.",
  config: Type.Object(
    {
      credentials: Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 10,
        description:
          "Each a name and a password of 8 to 128 characters, with a colon between: `user:password1`.",
      }),
      realm: Type.Optional(
        Type.String({
          default: "ngrok",
          maxLength: 128,
          description: "What the client shows when it asks for them; ASCII only.",
        }),
      ),
      enforce: Type.Optional(
        Type.Boolean({
          default: true,
          description: "Whether requests are refused at all; `false` is a trial.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: { when: "the credentials are missing or wrong and `enforce` is not false" },
  changes: [],
  results: [
    {
      name: "actions.ngrok.basic_auth.credentials.presented",
      type: "bool",
      description: "whether the request has credentials of this scheme",
    },
    {
      name: "actions.ngrok.basic_auth.credentials.username",
      type: "string",
      description: "the name that is presented",
    },
    {
      name: "actions.ngrok.basic_auth.credentials.authorized",
      type: "bool",
      description: "whether name and password are accepted",
    },
  ],
  interpolated: ["credentials"],
  secrets: ["credentials"],
  regularExpressions: [],
  credentials: { pairs: "credentials", passwordLength: [8, 128], realm: "realm" },
  example: { credentials: ["user:password1"], realm: "Reports" },
  unsure: [
    "A plan of the service may allow fewer credentials.",
    "One page writes credentials as objects.",
  ],
});
