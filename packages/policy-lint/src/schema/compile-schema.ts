import { Ajv, type ValidateFunction } from "ajv";
import { ajvOptions } from "./ajv-options.ts";

const ajv = new Ajv(ajvOptions);

/**
 * Compiles a JSON Schema. The built command loads the compiler only when a schema has to be compiled
 * that it does not know; see `scripts/bundle/lazy-ajv.js`.
 */
export function compileSchema(schema: object): ValidateFunction {
  return ajv.compile(schema);
}
