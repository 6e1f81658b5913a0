import type { GeneratedFile } from "./generated-file.ts";

/** The JSON Schema of policy documents that editors complete and explain by. */
export async function policySchema(): Promise<GeneratedFile> {
  // Imported only now, because it imports the index of the actions, which has just been written.
  const language = await import("@traffic-policy/policy-language");
  const dialect = language.directionsDialect;
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:traffic-policy:schema:${dialect.name}`,
    title: "Traffic policy",
    description: "What an edge does with the traffic that passes through it, as lists of rules.",
    ...language.policySchema(dialect),
  };
  return {
    path: "packages/policy-language/schema/policy.schema.json",
    text: JSON.stringify(schema),
  };
}
