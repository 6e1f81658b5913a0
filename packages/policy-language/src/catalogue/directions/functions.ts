import type { FunctionDefinition } from "../function.ts";

const ofRequest = {
  protocols: ["http"],
  directions: ["inbound", "outbound"],
} as const;

const ofResponse = {
  protocols: ["http"],
  directions: ["outbound"],
} as const;

const directionUnsure = "That it exists in outbound rules only is not said outright.";
const missingUnsure = "What it gives when there is none is not documented.";
const cookieUnsure =
  "Earlier documentation calls the result a bool, and reads fields of it all the same.";

/** The functions of the dialect, beside those of standard CEL. */
export const functions: readonly FunctionDefinition[] = [
  {
    name: "hasReqHeader",
    description: "whether the request has this header",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    ...ofRequest,
    headerName: "canonical",
  },
  {
    name: "getReqHeader",
    description: "the values of this request header",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    ...ofRequest,
    headerName: "canonical",
    unsure: [missingUnsure],
  },
  {
    name: "hasQueryParam",
    description: "whether the query string has this parameter",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    ...ofRequest,
  },
  {
    name: "getQueryParam",
    description: "the values of this parameter of the query string",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    ...ofRequest,
    unsure: [missingUnsure],
  },
  {
    name: "hasReqCookie",
    description: "whether the request has this cookie",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    ...ofRequest,
  },
  {
    name: "getReqCookie",
    description: "the first cookie of this name in the request",
    overloads: [{ parameters: ["string"], returns: "cookie" }],
    ...ofRequest,
    unsure: [cookieUnsure, missingUnsure],
  },
  {
    name: "hasResHeader",
    description: "whether the response has this header",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    ...ofResponse,
    headerName: "canonical",
    unsure: [directionUnsure],
  },
  {
    name: "getResHeader",
    description: "the values of this response header",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    ...ofResponse,
    headerName: "canonical",
    unsure: [missingUnsure, directionUnsure],
  },
  {
    name: "hasResCookie",
    description: "whether the response sets this cookie",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    ...ofResponse,
    unsure: [directionUnsure],
  },
  {
    name: "getResCookie",
    description: "the cookie of this name that the response sets",
    overloads: [{ parameters: ["string"], returns: "cookie" }],
    ...ofResponse,
    unsure: [cookieUnsure, missingUnsure, directionUnsure],
  },
  {
    name: "inCidrRange",
    description: "whether the address lies in the CIDR; false when the CIDR is invalid",
    overloads: [
      { parameters: ["string", "string"], returns: "bool", formats: [undefined, "cidr"] },
    ],
    protocols: ["http", "tcp", "tls"],
    directions: ["inbound", "outbound"],
  },
  {
    name: "inCidrRanges",
    description: "whether the address lies in one of the CIDRs; invalid ones are passed over",
    overloads: [
      { parameters: ["string", "list(string)"], returns: "bool", formats: [undefined, "cidr"] },
    ],
    protocols: ["http", "tcp", "tls"],
    directions: ["inbound", "outbound"],
  },
];
