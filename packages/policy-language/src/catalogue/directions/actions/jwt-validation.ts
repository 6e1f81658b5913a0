import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { errorResults } from "../../shared/error-results.ts";
import { stringEnum } from "../../config-schema.ts";

const closed = { additionalProperties: false };

function allowList(description: string) {
  const entry = Type.Object({ value: Type.String({ description }) }, closed);
  return Type.Array(entry, { minItems: 1, description: "One of these has to match." });
}

const token = Type.Object(
  {
    type: stringEnum(["access_token", "at+jwt", "id_token", "it+jwt", "plain", "jwt"], {
      description: "What kind of token it is.",
    }),
    method: stringEnum(["header", "body"], { description: "Which part of the request has it." }),
    name: Type.String({ description: "The name of the header, or of the field in the body." }),
    prefix: Type.Optional(
      Type.String({ description: "The text before the token, such as `Bearer `." }),
    ),
  },
  closed,
);

export default defineAction({
  type: "jwt-validation",
  description: "Checks the JSON Web Tokens of the request, and answers 401 if one is invalid.",
  config: Type.Object(
    {
      issuer: Type.Object(
        { allow_list: allowList("The issuer, as the claim `iss` has it.") },
        { ...closed, description: "The accepted issuers." },
      ),
      audience: Type.Object(
        { allow_list: allowList("An audience, as the claim `aud` has it.") },
        { ...closed, description: "The accepted audiences." },
      ),
      http: Type.Object(
        {
          tokens: Type.Array(token, {
            minItems: 1,
            description: "The tokens to check; all of them are required.",
          }),
        },
        { ...closed, description: "Where the request has tokens." },
      ),
      jws: Type.Object(
        {
          allowed_algorithms: Type.Array(Type.String({ not: { enum: ["none"] } }), {
            minItems: 1,
            description:
              "The algorithms a token may be signed with, such as `RS256`; never `none`.",
          }),
          keys: Type.Object(
            {
              sources: Type.Object(
                {
                  additional_jkus: Type.Array(Type.String(), {
                    description: "URLs of JSON Web Key Sets.",
                  }),
                },
                { ...closed, description: "The source of the keys." },
              ),
            },
            { ...closed, description: "The keys that signatures are checked with." },
          ),
        },
        { ...closed, description: "How tokens are signed." },
      ),
    },
    closed,
  ),
  sections: { http: ["inbound"], tcp: [], tls: [] },
  endsProcessing: { when: "a token is missing or invalid" },
  changes: [],
  results: [
    ...errorResults("jwt_validation"),
    {
      name: "actions.ngrok.jwt_validation.tokens",
      type: "list(jwt)",
      description: "the tokens that the last run checked",
    },
  ],
  interpolated: [],
  regularExpressions: [],
  formats: { "jws.keys.sources.additional_jkus": "url" },
  perhapsLists: ["jws.keys", "jws.keys.sources"],
  trustedUrls: ["jws.keys.sources.additional_jkus"],
  signingAlgorithms: "jws.allowed_algorithms",
  example: {
    issuer: { allow_list: [{ value: "https://issuer.example.com/" }] },
    audience: { allow_list: [{ value: "urn:example:api" }] },
    http: {
      tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }],
    },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://issuer.example.com/jwks.json"] } },
    },
  },
  unsure: [
    "The status of the answer is documented for a missing token only.",
    "`keys` and `sources` are documented as lists of objects, but are one object in every example.",
  ],
});
