import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "res",
  description: "the HTTP response",
  protocols: ["http"],
  directions: ["outbound"],
  variables: [
    { name: "res.status_code", type: "int", description: "the status of the response" },
    {
      name: "res.headers",
      type: "map(string, list(string))",
      description: "the response headers: lower-case name to the list of values",
    },
  ],
});
