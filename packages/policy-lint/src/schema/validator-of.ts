import type { ValidateFunction } from "ajv";
import { compileSchema } from "./compile-schema.ts";
import { compiledSchemas } from "./compiled-schemas.ts";

const validators = new WeakMap<object, ValidateFunction>();
let compiled: ReadonlyMap<string, ValidateFunction> | undefined;

/** The validator of a JSON Schema: the one that was compiled beforehand, or one that is made now. */
export function validatorOf(schema: object): ValidateFunction {
  let validator = validators.get(schema);
  if (validator === undefined) {
    compiled ??= compiledSchemas();
    validator = compiled.get(JSON.stringify(schema)) ?? compileSchema(schema);
    validators.set(schema, validator);
  }
  return validator;
}
