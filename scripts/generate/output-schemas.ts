import { caseFileSchema, exchangeSchema } from "@traffic-policy/policy-engine/formats";
import { assertionFileSchema } from "@traffic-policy/policy-proof/formats";
import { jsonOutputs } from "../../packages/cli/src/commands/outputs.generated.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The JSON Schemas of the files that `simulate`, `test` and `prove` read, and of what the commands print. */
export function outputSchemas(): GeneratedFile[] {
  return [
    schemaFile("exchange", "An exchange", exchangeSchema),
    schemaFile("assertions", "Assertions about a policy", assertionFileSchema),
    schemaFile("cases", "Cases of a policy", caseFileSchema),
    ...jsonOutputs.map(({ name, commands, schema }) =>
      schemaFile(name, `What traffic-policy ${commands[0]} --format json prints`, schema),
    ),
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
