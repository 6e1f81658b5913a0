import { directionsDialect, policyDocumentSchema } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import { caseFileSchema } from "../cases/schema.ts";
import { exchangeSchema, harSchema } from "../exchange/schema.ts";
import { severitySchema } from "./lint-problems.ts";
import { configurationSchema, serviceSchema } from "./schema.ts";

/** The JSON Schemas that runs of the command check values with; see `scripts/bundle`. */
export const schemas: readonly object[] = [
  policyDocumentSchema(directionsDialect),
  ...[...directionsDialect.actions.values()].map(({ config }) => config),
  ...[...rules.values()].flatMap(({ options }) => (options === undefined ? [] : [options.schema])),
  configurationSchema,
  serviceSchema,
  severitySchema,
  caseFileSchema,
  exchangeSchema,
  harSchema,
];
