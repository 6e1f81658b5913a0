import { defineNamespace } from "../../variable.ts";
import { allPhases } from "../sections.ts";

export default defineNamespace({
  name: "vars",
  description: "the variables of the policy itself",
  protocols: ["http", "tcp", "tls"],
  sections: allPhases,
  variables: [
    {
      name: "vars",
      type: "map(string, dyn)",
      setBy: "set-vars",
      description: "what `set-vars` has set in this phase: name to value",
    },
  ],
});
