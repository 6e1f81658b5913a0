import type { ActionDefinition } from "../../action.ts";
import addHeaders from "../../directions/actions/add-headers.ts";

const action: ActionDefinition = {
  ...addHeaders,
  sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
};

export default action;
