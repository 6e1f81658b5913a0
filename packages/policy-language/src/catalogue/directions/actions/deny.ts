import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "deny",
  description: "Refuses the request, or closes the connection of a TCP or TLS policy.",
  config: Type.Object(
    {
      status_code: Type.Optional(
        Type.Integer({ description: "The HTTP status of the refusal; HTTP policies only." }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
  endsProcessing: "always",
  changes: [],
  interpolated: [],
  regularExpressions: [],
  answer: { kind: "refusal", status: "status_code", formerStatus: 999 },
  fieldProtocols: { status_code: ["http"] },
  example: { status_code: 403 },
  // So the schema has no default: comparing would otherwise call two different refusals equal.
  unsure: ["The status without a config was 999 until 2025-03-10 and has been 403 since."],
});
