import type { FunctionDefinition } from "../function.ts";

const ofRequest = {
  protocols: ["http"],
  sections: ["inbound", "outbound"],
} as const;

const ofResponse = {
  protocols: ["http"],
  sections: ["outbound"],
} as const;

const directionUnsure = "That it exists only in outbound rules is not stated explicitly.";
const missingUnsure = "What it returns if there is none is not documented.";
const cookieUnsure =
  "Earlier documentation calls the result a bool, and reads fields of it anyway.";

/** The functions of the dialect, beside those of standard CEL. */
export const functions: readonly FunctionDefinition[] = [
  {
    name: "hasReqHeader",
    builderName: "req.hasHeader",
    description: "whether the request has this header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.headers"],
    neverFails: true,
    ...ofRequest,
    headerName: "canonical",
  },
  {
    name: "getReqHeader",
    builderName: "req.header",
    description: "the values of this request header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["req.headers"],
    ...ofRequest,
    headerName: "canonical",
    unsure: [missingUnsure],
  },
  {
    name: "hasQueryParam",
    builderName: "req.hasQueryParam",
    description: "whether the query string has this parameter",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.url.query_params"],
    neverFails: true,
    ...ofRequest,
  },
  {
    name: "getQueryParam",
    builderName: "req.queryParam",
    description: "the values of this parameter of the query string",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["req.url.query_params"],
    ...ofRequest,
    unsure: [missingUnsure],
  },
  {
    name: "hasReqCookie",
    builderName: "req.hasCookie",
    description: "whether the request has this cookie",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.cookies"],
    neverFails: true,
    ...ofRequest,
  },
  {
    name: "getReqCookie",
    builderName: "req.cookie",
    description: "the first cookie of this name in the request",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "cookie" }],
    reads: ["req.cookies"],
    missing: { when: "the request has no such cookie" },
    earlierReturns: "bool",
    ...ofRequest,
    unsure: [cookieUnsure, missingUnsure],
  },
  {
    name: "hasResHeader",
    builderName: "res.hasHeader",
    description: "whether the response has this header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["res.headers"],
    neverFails: true,
    ...ofResponse,
    headerName: "canonical",
    unsure: [directionUnsure],
  },
  {
    name: "getResHeader",
    builderName: "res.header",
    description: "the values of this response header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["res.headers"],
    ...ofResponse,
    headerName: "canonical",
    unsure: [missingUnsure, directionUnsure],
  },
  {
    name: "hasResCookie",
    builderName: "res.hasCookie",
    description: "whether the response sets this cookie",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["res.cookies"],
    neverFails: true,
    ...ofResponse,
    unsure: [directionUnsure],
  },
  {
    name: "getResCookie",
    builderName: "res.cookie",
    description:
      "the cookie of this name that the response sets; of several the one with the longest path",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "cookie" }],
    reads: ["res.cookies"],
    missing: { when: "the response sets no such cookie" },
    earlierReturns: "bool",
    ...ofResponse,
    unsure: [cookieUnsure, missingUnsure, directionUnsure],
  },
  {
    name: "inCidrRange",
    description: "whether the address is in the CIDR; false when the CIDR is invalid",
    overloads: [
      {
        parameters: ["string", "string"],
        parameterNames: ["address", "cidr"],
        returns: "bool",
        formats: [undefined, "cidr"],
      },
    ],
    protocols: ["http", "tcp", "tls"],
    sections: ["inbound", "outbound"],
  },
  {
    name: "inCidrRanges",
    description: "whether the address is in one of the CIDRs; invalid ones are ignored",
    overloads: [
      {
        parameters: ["string", "list(string)"],
        parameterNames: ["address", "cidrs"],
        returns: "bool",
        formats: [undefined, "cidr"],
      },
    ],
    protocols: ["http", "tcp", "tls"],
    sections: ["inbound", "outbound"],
  },
];
