import type { RecordDefinition } from "../../variable.ts";

const record: RecordDefinition = {
  name: "replacement",
  description: "a replacement that matched",
  fields: [
    { name: "replacement_index", type: "int", description: "its place in the list, from 0" },
    { name: "matched_content", type: "string", description: "what matched first" },
  ],
};

export default record;
