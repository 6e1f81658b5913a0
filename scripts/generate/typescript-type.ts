import type { TSchema } from "@sinclair/typebox";

/** The TypeScript type of a config field. */
export function typescriptType(schema: TSchema): string {
  if (Array.isArray(schema["enum"])) {
    return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  }
  switch (schema["type"]) {
    case "string":
    case "boolean":
      return schema["type"];
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typescriptType(schema["items"] as TSchema)})[]`;
    case "object": {
      const [values] = Object.values(
        (schema["patternProperties"] ?? {}) as Record<string, TSchema>,
      );
      if (values !== undefined) return `Readonly<Record<string, ${typescriptType(values)}>>`;
    }
  }
  throw new Error(`The generator knows no TypeScript type for ${JSON.stringify(schema)}.`);
}
