import { caseFileSchema } from "../../packages/cli/src/cases/schema.ts";
import { exchangeSchema } from "../../packages/cli/src/exchange/schema.ts";
import { testSchema } from "../../packages/cli/src/report/cases/schema.ts";
import { simulationSchema } from "../../packages/cli/src/report/simulation/schema.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The JSON Schemas of the files that `simulate` and `test` read, and of what they print. */
export function simulationSchemas(): GeneratedFile[] {
  return [
    schemaFile("exchange", "An exchange", exchangeSchema),
    schemaFile("cases", "Cases of a policy", caseFileSchema),
    schemaFile("simulation", "What simulating exchanges gave", simulationSchema),
    schemaFile("test", "What testing policies gave", testSchema),
  ];
}

function schemaFile(name: string, title: string, schema: object): GeneratedFile {
  return {
    path: `packages/cli/schema/${name}.schema.json`,
    text: JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:traffic-policy:schema:${name}`,
      title,
      ...schema,
    }),
  };
}
