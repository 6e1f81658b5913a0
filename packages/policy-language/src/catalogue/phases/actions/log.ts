import type { ActionDefinition } from "../../action.ts";
import log from "../../directions/actions/log.ts";

const action: ActionDefinition = {
  ...log,
  sections: {
    http: ["on_tcp_connect", "on_http_request", "on_http_response"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  unsureSections: {},
  unsure: [],
};

export default action;
