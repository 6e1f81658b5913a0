import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "conn",
  description: "the connection",
  protocols: ["http", "tcp", "tls"],
  directions: ["inbound", "outbound"],
  variables: [
    {
      name: "conn.client_ip",
      type: "string",
      description: "the address of the peer; never taken from a header",
    },
    { name: "conn.client_port", type: "int", description: "the port of the peer" },
    { name: "conn.server_port", type: "int", description: "the port the client connected to" },
    {
      name: "conn.geo.country_code",
      type: "string",
      description: "the likely country of the client, as two letters (ISO 3166)",
    },
    {
      name: "conn.geo.country",
      type: "string",
      description: "the likely country of the client, by its English name",
    },
  ],
});
