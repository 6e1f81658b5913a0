import { timeVariables } from "../../shared/variables/time.ts";
import { defineNamespace } from "../../variable.ts";
import { allPhases } from "../sections.ts";

export default defineNamespace({
  name: "time",
  description: "the clock",
  protocols: ["http", "tcp", "tls"],
  sections: allPhases,
  variables: timeVariables,
});
