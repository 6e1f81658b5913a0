import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "req",
  description: "the HTTP request",
  protocols: ["http"],
  directions: ["inbound", "outbound"],
  variables: [
    { name: "req.method", type: "string", description: "the HTTP method of the request" },
    {
      name: "req.content_length",
      type: "int",
      description: "the size of the request body in bytes",
    },
    {
      name: "req.headers",
      type: "map(string, list(string))",
      description: "the request headers: lower-case name to the list of values",
    },
    { name: "req.url", type: "string", description: "the whole URL" },
    { name: "req.url.path", type: "string", description: "the path of the URL" },
    { name: "req.url.host", type: "string", description: "the host of the URL" },
    { name: "req.url.query", type: "string", description: "the query string, without the `?`" },
  ],
});
