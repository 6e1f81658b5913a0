import type { ActionDefinition } from "../../action.ts";
import redirect from "../../directions/actions/redirect.ts";
import { withoutFields } from "../../config-schema.ts";

const action: ActionDefinition = {
  ...redirect,
  config: withoutFields(redirect.config, ["format"]),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  rewrite: { from: "from", to: "to", variables: [] },
  deprecatedFields: { format: { unless: ["nginx"] } },
  unsure: ["Whether it ends processing in the sense of cloud endpoints is documented in two ways."],
};

export default action;
