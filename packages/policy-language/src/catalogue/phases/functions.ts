import { functions as ofDirections } from "../directions/functions.ts";
import type { FunctionDefinition } from "../function.ts";
import { fromRequest } from "./sections.ts";

/** The functions of the dialect, beside those of standard CEL. */
export const functions: readonly FunctionDefinition[] = ofDirections.map((one) => ({
  ...one,
  sections: fromRequest,
}));
