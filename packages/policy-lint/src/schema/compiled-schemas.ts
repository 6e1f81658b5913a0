import type { ValidateFunction } from "ajv";

/**
 * Validators by the JSON text of their schema. None here: what stands in the place of this file in
 * the built command is made by `scripts/bundle/compile-schemas.js`.
 */
export function compiledSchemas(): ReadonlyMap<string, ValidateFunction> {
  return new Map();
}
