import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
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

export default defineAction({
  ...jwtValidation,
  config: Type.Object(
    {
      issuer,
      audience,
      http,
      jws: jws(Type.Object({ sources: sources() }, { ...closed, description: keysDescription })),
    },
    closed,
  ),
  sections: { http: ["inbound"], tcp: [], tls: [] },
  interpolated: [],
  perhapsLists: ["jws.keys", "jws.keys.sources"],
  example: jwtExample,
  unsure: [
    statusUnsure,
    "`keys` and `sources` are documented as lists of objects, but are one object in every example.",
  ],
});
