import type { ActionDefinition } from "../../action.ts";
import deny from "../../directions/actions/deny.ts";

const action: ActionDefinition = {
  ...deny,
  sections: {
    http: ["on_tcp_connect", "on_http_request"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  fieldSections: { status_code: ["on_http_request"] },
};

export default action;
