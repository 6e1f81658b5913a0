import type { RecordDefinition } from "../../variable.ts";

const extension: RecordDefinition = {
  name: "extension",
  description: "an extension of a certificate",
  fields: [
    { name: "id", type: "string", description: "its object identifier, such as `2.5.29.15`" },
    {
      name: "critical",
      type: "bool",
      description: "whether software that does not know the extension must refuse the certificate",
    },
    { name: "value", type: "bytes", description: "its value, not decoded" },
  ],
};

export default extension;
