import { reqVariables } from "../../shared/variables/req.ts";
import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "req",
  description: "the HTTP request",
  protocols: ["http"],
  sections: ["inbound", "outbound"],
  variables: reqVariables,
});
