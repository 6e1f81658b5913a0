import type { RecordDefinition } from "../../variable.ts";

/** The fields of `URL` in Go's package `net/url`, in lower case. The documentation shows only two of them. */
const url: RecordDefinition = {
  name: "url",
  description: "the parts of a URL",
  fields: [
    { name: "scheme", type: "string", description: "its scheme, in lower case" },
    { name: "host", type: "string", description: "its host, with the port if there is one" },
    ...(
      [
        ["path", "string", "its path, decoded"],
        ["rawpath", "string", "its path as written, if decoding loses something"],
        ["rawquery", "string", "its query string, without the `?`"],
        ["fragment", "string", "what follows the `#`, decoded"],
        ["rawfragment", "string", "the same as written, if decoding loses something"],
        ["opaque", "string", "what follows the scheme of a URL without a `/` there"],
        ["omithost", "bool", "whether it has a scheme and a path, but no host"],
        ["forcequery", "bool", "whether it ends with a `?` and has no query string"],
      ] as const
    ).map(([name, type, description]) => ({
      name,
      type,
      description,
      unsure: ["It follows from the documented fields of Go, and is not listed itself."],
    })),
  ],
  unsure: ["Which fields it has is documented only by reference to Go's `net/url`."],
};

export default url;
