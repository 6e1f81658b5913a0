import type { RecordDefinition } from "../../record.ts";

const cookie: RecordDefinition = {
  name: "cookie",
  description: "a cookie of the request or the response",
  fields: [
    { name: "name", type: "string", description: "its name" },
    { name: "value", type: "string", description: "its value" },
  ],
};

export default cookie;
