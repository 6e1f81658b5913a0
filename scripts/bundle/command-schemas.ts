import { caseFileSchema, exchangeSchema } from "@traffic-policy/policy-engine/formats";
import { assertionFileSchema } from "@traffic-policy/policy-proof/formats";
import { jsonOutputs } from "../../packages/cli/src/commands/outputs.generated.ts";
import { publishedSchema } from "../../packages/cli/src/configuration/published-schema.ts";
import { identified } from "./identified.ts";

const files = {
  configuration: publishedSchema(),
  exchange: { title: "An exchange", ...exchangeSchema },
  assertions: { title: "Assertions about a policy", ...assertionFileSchema },
  cases: { title: "Cases of a policy", ...caseFileSchema },
};

const outputs = jsonOutputs.map(({ name, commands, schema }) => {
  const title = `What traffic-policy ${commands[0]} --format json prints`;
  return [name, { title, ...schema }] as const;
});

/** The JSON Schemas of the files that the command reads, and of what it prints, by their names. */
export const schemas = Object.fromEntries(
  [...Object.entries(files), ...outputs].map(([name, schema]) => [name, identified(name, schema)]),
);
