import { resVariables } from "../../shared/variables/res.ts";
import { defineNamespace } from "../../variable.ts";
import { fromResponse } from "../sections.ts";

export default defineNamespace({
  name: "res",
  description: "the HTTP response",
  protocols: ["http"],
  sections: fromResponse,
  variables: resVariables,
});
