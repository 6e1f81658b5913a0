import type { FunctionDefinition } from "../function.ts";

/** The functions of the dialect, beside those of standard CEL. */
export const functions: readonly FunctionDefinition[] = [
  {
    name: "inCidrRange",
    description: "whether the address lies in the CIDR; false when the CIDR is invalid",
    overloads: [{ parameters: ["string", "string"], returns: "bool" }],
  },
  {
    name: "inCidrRanges",
    description: "whether the address lies in one of the CIDRs; invalid ones are passed over",
    overloads: [{ parameters: ["string", "list(string)"], returns: "bool" }],
  },
];
