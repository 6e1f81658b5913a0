import { resVariables } from "../../shared/variables/res.ts";
import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "res",
  description: "the HTTP response",
  protocols: ["http"],
  sections: ["outbound"],
  unsure: ["Whether it exists in inbound rules is not stated explicitly."],
  variables: resVariables,
});
