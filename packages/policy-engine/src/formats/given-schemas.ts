import { type JsonSchema, type Problem } from "@traffic-policy/policy-language";
import { schemaProblems } from "@traffic-policy/policy-language/internal";

/** The JSON Schema of a JSON Web Key Set. Source: RFC 7517, section 5. */
export const keySetSchema: JsonSchema = {
  type: "object",
  required: ["keys"],
  properties: {
    keys: { type: "array", items: { type: "object" }, description: "The keys, each as JSON." },
  },
};

export const secretsSchema: JsonSchema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: { type: "string" } },
};

/** Returns the problems of a value that should be a JSON Web Key Set. */
export function keySetProblems(value: unknown): readonly Problem[] {
  return schemaProblems(keySetSchema, value);
}

/** Returns the problems of a value that should be secrets by vault and name. */
export function secretsProblems(value: unknown): readonly Problem[] {
  return schemaProblems(secretsSchema, value);
}
