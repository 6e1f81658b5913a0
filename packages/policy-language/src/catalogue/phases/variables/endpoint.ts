import { endpointVariables } from "../../shared/variables/endpoint.ts";
import { defineNamespace } from "../../variable.ts";
import { allPhases } from "../sections.ts";

export default defineNamespace({
  name: "endpoint",
  description: "the endpoint that the traffic came to",
  protocols: ["http", "tcp", "tls"],
  sections: allPhases,
  variables: endpointVariables,
});
