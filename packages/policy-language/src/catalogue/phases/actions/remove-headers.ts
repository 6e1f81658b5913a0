import type { ActionDefinition } from "../../action.ts";
import removeHeaders from "../../directions/actions/remove-headers.ts";

const action: ActionDefinition = {
  ...removeHeaders,
  sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
};

export default action;
