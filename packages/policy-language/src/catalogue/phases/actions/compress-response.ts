import type { ActionDefinition } from "../../action.ts";
import compressResponse from "../../directions/actions/compress-response.ts";

const action: ActionDefinition = {
  ...compressResponse,
  sections: { http: ["on_http_response"], tcp: [], tls: [] },
};

export default action;
