import { connVariables } from "../../shared/variables/conn.ts";
import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "conn",
  description: "the connection",
  protocols: ["http", "tcp", "tls"],
  sections: ["inbound", "outbound"],
  variables: connVariables,
});
