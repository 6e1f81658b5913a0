import { directionsDialect, policySchema, type Dialect } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { identified } from "./identified.ts";
import { manifestsSchema } from "./manifests-schema.ts";

/** The JSON Schemas of policy documents that editors complete and explain by, by their names. */
export const schemas = {
  policy: policyDocument("policy", directionsDialect),
  phases: policyDocument("phases", phasesDialect),
  manifests: identified("manifests", manifestsSchema()),
};

function policyDocument(name: string, dialect: Dialect): object {
  return identified(name, {
    title: "Traffic policy",
    description:
      "What an edge or an endpoint does with the traffic that passes through it, as lists of rules.",
    ...policySchema(dialect),
  });
}
