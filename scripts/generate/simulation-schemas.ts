import { exchangeSchema } from "../../packages/cli/src/exchange/schema.ts";
import { simulationSchema } from "../../packages/cli/src/report/simulation/schema.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The JSON Schemas of the files that `simulate` reads, and of what it prints. */
export function simulationSchemas(): GeneratedFile[] {
  return [
    schemaFile("exchange", "An exchange", exchangeSchema),
    schemaFile("simulation", "What simulating exchanges gave", simulationSchema),
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
