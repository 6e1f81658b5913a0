import { createRequire } from "node:module";
import type { Ajv, ValidateFunction } from "ajv";
import { ajvOptions } from "./ajv-options.ts";

/** Compiles a JSON Schema; the compiler is loaded when the first one has to be. */
export function compileSchema(schema: object): ValidateFunction {
  return compiler().compile(schema);
}

let ajv: Ajv | undefined;

// Most runs of the command need none: the schemas that it knows are compiled when it is built.
function compiler(): Ajv {
  if (ajv === undefined) {
    const library = createRequire(import.meta.url)("ajv") as { Ajv: typeof Ajv };
    ajv = new library.Ajv(ajvOptions);
  }
  return ajv;
}
