import type { RecordDefinition, Absence } from "../../variable.ts";

const withoutAttribute: Absence = { when: "the cookie has no such attribute", isInferred: true };

const onlyResponse = ["It is listed for cookies of the response only."];

const cookie: RecordDefinition = {
  name: "cookie",
  description: "a cookie of the request or the response",
  fields: [
    { name: "name", type: "string", description: "its name" },
    { name: "value", type: "string", description: "its value" },
    {
      name: "domain",
      missing: withoutAttribute,
      type: "string",
      description: "the domain that it is for",
      unsure: onlyResponse,
    },
    {
      name: "expires",
      type: "timestamp",
      missing: withoutAttribute,
      description: "when it expires",
      unsure: onlyResponse,
    },
    {
      name: "http_only",
      type: "bool",
      description: "whether scripts in the browser cannot read it",
      unsure: onlyResponse,
    },
    {
      name: "max_age",
      missing: withoutAttribute,
      type: "duration",
      description: "after how long it expires",
      unsure: onlyResponse,
    },
    {
      name: "path",
      type: "string",
      missing: withoutAttribute,
      description: "the path that it is for",
      unsure: onlyResponse,
    },
    {
      name: "same_site",
      missing: withoutAttribute,
      type: "string",
      description: "whether requests from other sites carry it: its `SameSite`",
      unsure: onlyResponse,
    },
    {
      name: "secure",
      type: "bool",
      description: "whether only secure connections carry it",
      unsure: onlyResponse,
    },
    {
      name: "unparsed_attributes",
      type: "map(string, string)",
      description: "all other attributes",
      unsure: onlyResponse,
    },
    {
      name: "Secure",
      type: "bool",
      description: "whether only secure connections carry it",
      renamedTo: "secure",
    },
    { name: "Value", type: "string", description: "its value", renamedTo: "value" },
  ],
};

export default cookie;
