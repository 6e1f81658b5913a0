import type { RecordDefinition } from "../../variable.ts";

const record: RecordDefinition = {
  name: "matched_rule",
  description: "a rule of the OWASP Core Rule Set that matched",
  fields: [
    { name: "id", type: "int", description: "its number" },
    { name: "message", type: "string", description: "what it says" },
    { name: "severity", type: "string", description: "how severe it is" },
    { name: "data", type: "string", description: "what matched" },
  ],
};

export default record;
