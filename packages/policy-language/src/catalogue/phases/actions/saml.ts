import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "saml",
  description: "Lets only people through who have signed in with a provider of SAML.",
  config: Type.Object(
    {
      idp_metadata: Type.Optional(
        Type.String({ description: "The metadata of the provider, as XML." }),
      ),
    },
    { additionalProperties: true },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: { when: "the client has no session" },
  changes: [],
  interpolated: [],
  regularExpressions: [],
  authenticates: true,
  example: { idp_metadata: "<EntityDescriptor/>" },
  unsure: ["Its page has no reference: only `idp_metadata` is known from guides."],
});
