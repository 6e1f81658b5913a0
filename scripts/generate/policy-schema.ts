import type { DialectName } from "@traffic-policy/policy-language";
import type { GeneratedFile } from "./generated-file.ts";

/** The file with the schema of each dialect. */
const files: Readonly<Record<DialectName, string>> = {
  directions: "policy.schema.json",
  phases: "phases.schema.json",
};

/** The JSON Schemas of policy documents that editors complete and explain by, one for each dialect. */
export async function policySchemas(): Promise<GeneratedFile[]> {
  // Imported only now, because it imports the index of the actions, which has just been written.
  const language = await import("@traffic-policy/policy-language");
  const names = Object.keys(files) as DialectName[];
  return Promise.all(
    names.map(async (name) => {
      const dialect = await language.dialectNamed(name);
      const schema = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `urn:traffic-policy:schema:${dialect.name}`,
        title: "Traffic policy",
        description:
          "What an edge or an endpoint does with the traffic that passes through it, as lists of rules.",
        ...language.policySchema(dialect),
      };
      return {
        path: `packages/policy-language/schema/${files[name]}`,
        text: JSON.stringify(schema),
      };
    }),
  );
}
