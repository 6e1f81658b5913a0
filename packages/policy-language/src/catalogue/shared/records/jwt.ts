import type { RecordDefinition } from "../../variable.ts";

const anyClaim = [
  "It is listed as a map of texts; claims and header fields can be numbers, lists or maps as well.",
];

const jwt: RecordDefinition = {
  name: "jwt",
  description: "a JSON Web Token that `jwt-validation` checked",
  fields: [
    {
      name: "header",
      type: "map(string, dyn)",
      description: "its decoded header",
      unsure: anyClaim,
    },
    {
      name: "location",
      type: "string",
      description: "where in the request it was: `header` or `body`",
    },
    {
      name: "location_property",
      type: "string",
      description: "the name of that header, or of that field of the body",
    },
    {
      name: "payload",
      type: "map(string, dyn)",
      description: "its decoded claims",
      unsure: anyClaim,
    },
    { name: "signature", type: "string", description: "its signature, as base64 text" },
    { name: "verified", type: "bool", description: "whether it passed" },
  ],
};

export default jwt;
