import type { RecordDefinition } from "../../variable.ts";

const record: RecordDefinition = {
  name: "http_attempt_request",
  description: "the request of `http-request`",
  fields: [
    { name: "method", type: "string", description: "its method" },
    { name: "header", type: "map(string, list(string))", description: "its headers" },
    { name: "url", type: "string", description: "its URL" },
    { name: "body", type: "string", description: "its body" },
  ],
};

export default record;
