import type { RecordDefinition } from "../../variable.ts";

const record: RecordDefinition = {
  name: "http_attempt",
  description: "an attempt of `http-request`",
  fields: [
    { name: "resolved_ip", type: "string", description: "the address that was asked" },
    {
      name: "response_header",
      type: "map(string, list(string))",
      description: "the headers of the response",
    },
    { name: "response_status_code", type: "int", description: "the status of the response" },
    { name: "response_time_ms", type: "string", description: "how long it took" },
  ],
};

export default record;
