import { timeVariables } from "../../shared/variables/time.ts";
import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "time",
  description: "the clock",
  protocols: ["http", "tcp", "tls"],
  sections: ["inbound", "outbound"],
  variables: timeVariables,
});
