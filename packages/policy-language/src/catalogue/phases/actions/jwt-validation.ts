import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";
import {
  audience,
  closed,
  http,
  issuer,
  jws,
  jwtExample,
  jwtValidation,
  keysDescription,
  sources,
  statusUnsure,
} from "../../shared/jwt-validation.ts";

const identification = Type.Array(
  Type.Object(
    {
      token_claims: Type.Optional(
        Type.Array(stringEnum(["kid"]), { description: "The claims that name the key." }),
      ),
    },
    closed,
  ),
  { description: "How the key of a token is found." },
);

export default defineAction({
  ...jwtValidation,
  config: Type.Object(
    {
      issuer,
      audience: Type.Optional(audience),
      http,
      jws: jws(
        Type.Object(
          {
            identification: Type.Optional(identification),
            sources: sources({ minItems: 1, maxItems: 100 }),
          },
          { ...closed, description: keysDescription },
        ),
      ),
    },
    closed,
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  interpolated: ["issuer", "http", "jws"],
  perhapsLists: ["jws.keys", "jws.keys.sources"],
  example: jwtExample,
  unsure: [
    statusUnsure,
    "`keys` is documented as a list of objects with a list of `sources`, but is one object in every example.",
    "The shape of `identification` is documented only for a list of keys.",
    "Expressions are documented for issuers, names, prefixes and URLs; other fields of the same objects are not mentioned.",
  ],
});
