import type { ActionDefinition } from "../../action.ts";
import restrictIps from "../../directions/actions/restrict-ips.ts";

const action: ActionDefinition = {
  ...restrictIps,
  sections: {
    http: ["on_tcp_connect", "on_http_request", "on_http_response"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  unsureSections: {},
  interpolated: ["allow", "deny"],
  unsure: ["That nobody is let through without an `allow` list is likely, but not documented."],
};

export default action;
