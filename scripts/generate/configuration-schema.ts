import { publishedSchema } from "../../packages/cli/src/configuration/published-schema.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The JSON Schema of configurations, for editors. */
export function publishedConfigurationSchema(): GeneratedFile {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:traffic-policy:schema:configuration",
    ...publishedSchema(),
  };
  return {
    path: "packages/cli/schema/configuration.schema.json",
    text: JSON.stringify(schema),
  };
}
