import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { errorResults } from "../../shared/error-results.ts";

export default defineAction({
  type: "restrict-ips",
  description:
    "Lets only some client addresses through: others get 403, or in TCP and TLS policies their connection is closed.",
  config: Type.Object(
    {
      enforce: Type.Optional(
        Type.Boolean({
          default: true,
          description: "Whether addresses are refused at all; `false` is a trial.",
        }),
      ),
      allow: Type.Optional(
        Type.Array(Type.String(), {
          description: "CIDRs of addresses to let through, such as `192.0.2.0/24`.",
        }),
      ),
      deny: Type.Optional(
        Type.Array(Type.String(), {
          description: "CIDRs of addresses to refuse, even if `allow` contains them.",
        }),
      ),
      ip_policies: Type.Optional(
        Type.Array(Type.String(), {
          description: "Identifiers of IP policies of the service.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
  endsProcessing: { when: "the address is refused and `enforce` is not false" },
  changes: [],
  results: [
    {
      name: "actions.ngrok.restrict_ips.action",
      type: "string",
      description: "the decision: `allow` or `deny`",
    },
    ...errorResults("restrict_ips"),
    {
      name: "actions.ngrok.restrict_ips.matched_cidr",
      type: "string",
      description: "the CIDR that contains the address; empty if there is none",
    },
  ],
  interpolated: [],
  regularExpressions: [],
  formats: { allow: "cidr", deny: "cidr" },
  addressLists: { allow: "allow", deny: "deny", others: ["ip_policies"] },
  example: { allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] },
  unsureSections: { http: ["outbound"], tcp: ["outbound"], tls: ["outbound"] },
  unsure: [
    "That nobody is let through without an `allow` list is likely, but not documented.",
    "Its page lists outbound rules as well, the overviews only inbound ones.",
  ],
});
