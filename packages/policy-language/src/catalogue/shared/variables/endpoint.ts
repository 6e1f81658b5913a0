import { ports, type NamespaceVariable } from "../../variable.ts";

/** The variables that all dialects have for the endpoint that the traffic came to, including older names. */
export const endpointVariables: readonly NamespaceVariable[] = [
  {
    name: "endpoint.addr",
    type: "string",
    description: "the host and port of the endpoint, as `host:port`",
  },
  {
    name: "endpoint.host",
    type: "string",
    description: "the host name of the endpoint",
    form: "host",
  },
  {
    name: "endpoint.id",
    type: "string",
    knownBy: "service",
    isAlwaysSet: true,
    description: "the identifier of the endpoint",
  },
  { name: "endpoint.port", type: "int", range: ports, description: "the port of the endpoint" },
  {
    name: "endpoint.protocol",
    type: "string",
    description: "what the endpoint speaks: `http`, `https`, `tcp` or `tls`",
  },
  { name: "endpoint.url", type: "string", description: "the URL of the endpoint" },
];
