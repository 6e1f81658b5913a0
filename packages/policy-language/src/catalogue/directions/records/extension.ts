import type { RecordDefinition } from "../../variable.ts";

const extension: RecordDefinition = {
  name: "extension",
  description: "an extension of a certificate",
  fields: [
    { name: "id", type: "string", description: "its object identifier, such as `2.5.29.15`" },
    {
      name: "critical",
      type: "bool",
      description: "whether a certificate is refused by who does not know the extension",
    },
    { name: "value", type: "bytes", description: "what it says, not decoded" },
  ],
};

export default extension;
