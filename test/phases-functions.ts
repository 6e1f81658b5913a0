import { directionsDialect, type Dialect } from "@traffic-policy/policy-language";
import { standardFunctions } from "@traffic-policy/policy-language/internal";
import { foreignFunctions } from "../packages/policy-language/src/catalogue/phases/foreign-functions.ts";
import { functions } from "../packages/policy-language/src/catalogue/phases/functions.ts";
import url from "../packages/policy-language/src/catalogue/phases/records/url.ts";

/** The functions of `phases` in a dialect that has the sections and variables of `directions`. */
export const dialectWithFunctions: Dialect = {
  ...directionsDialect,
  name: "functions",
  functions: new Map(
    [
      ...standardFunctions,
      ...functions.map((one) => ({ ...one, sections: ["inbound", "outbound"] })),
    ].map((one) => [one.name, one]),
  ),
  records: new Map([...directionsDialect.records, [url.name, url]]),
  foreignFunctions,
};
