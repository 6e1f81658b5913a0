import type { Options } from "ajv";

/** How schemas are compiled, at run time and when the command is built. */
export const ajvOptions: Options = { allErrors: true, allowUnionTypes: true, verbose: true };
