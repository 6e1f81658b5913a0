import type { FunctionDefinition } from "../function.ts";
import { sharedFunctions } from "../shared/functions.ts";

const directionUnsure = "That it exists only in outbound rules is not stated explicitly.";
const missingUnsure = "What it returns if there is none is not documented.";
const cookieUnsure =
  "Earlier documentation calls the result a bool, and reads fields of it anyway.";

const everywhere = {
  protocols: ["http", "tcp", "tls"],
  sections: ["inbound", "outbound"],
} as const;

export const functions: readonly FunctionDefinition[] = sharedFunctions(
  { request: ["inbound", "outbound"], response: ["outbound"] },
  {
    getReqHeader: { unsure: [missingUnsure] },
    getQueryParam: { unsure: [missingUnsure] },
    getReqCookie: { earlierReturns: "bool", unsure: [cookieUnsure, missingUnsure] },
    hasResHeader: { unsure: [directionUnsure] },
    getResHeader: { unsure: [missingUnsure, directionUnsure] },
    hasResCookie: { unsure: [directionUnsure] },
    getResCookie: {
      earlierReturns: "bool",
      unsure: [cookieUnsure, missingUnsure, directionUnsure],
    },
    inCidrRange: everywhere,
    inCidrRanges: everywhere,
  },
);
