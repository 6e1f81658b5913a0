import type { RecordDefinition } from "../../variable.ts";

const record: RecordDefinition = {
  name: "http_attempt_response",
  description: "the response to `http-request`",
  fields: [
    { name: "resolved_ip", type: "string", description: "the address that answered" },
    { name: "header", type: "map(string, list(string))", description: "its headers" },
    { name: "status_code", type: "int", description: "its status" },
    { name: "time_ms", type: "string", description: "how long it took" },
    { name: "body", type: "string", description: "its body" },
  ],
};

export default record;
