import type { FunctionDefinition } from "../function.ts";

export interface SectionsByMessage {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

type Details = Pick<FunctionDefinition, "earlierReturns" | "protocols" | "sections" | "unsure">;

/**
 * Defines the functions that all dialects have: those about requests, responses and addresses.
 *
 * @param sections - where the functions about requests and responses exist; those about addresses exist everywhere
 * @param details - the dialect's additions, by function name
 */
export function sharedFunctions(
  { request, response }: SectionsByMessage,
  details: Readonly<Record<string, Details>>,
): readonly FunctionDefinition[] {
  const protocols = ["http"] as const;
  const ofRequest = requestFunctions.map((one) => ({ ...one, protocols, sections: request }));
  const ofResponse = responseFunctions.map((one) => ({ ...one, protocols, sections: response }));
  return [...ofRequest, ...ofResponse, ...addressFunctions].map((one) => ({
    ...one,
    ...details[one.name],
  }));
}

const requestFunctions: readonly FunctionDefinition[] = [
  {
    name: "hasReqHeader",
    builderName: "req.hasHeader",
    description: "whether the request has this header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.headers"],
    neverFails: true,
    headerName: "canonical",
  },
  {
    name: "getReqHeader",
    builderName: "req.header",
    description: "the values of this request header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["req.headers"],
    headerName: "canonical",
  },
  {
    name: "hasQueryParam",
    builderName: "req.hasQueryParam",
    description: "whether the query string has this parameter",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.url.query_params"],
    neverFails: true,
  },
  {
    name: "getQueryParam",
    builderName: "req.queryParam",
    description: "the values of this parameter of the query string",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["req.url.query_params"],
  },
  {
    name: "hasReqCookie",
    builderName: "req.hasCookie",
    description: "whether the request has this cookie",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["req.cookies"],
    neverFails: true,
  },
  {
    name: "getReqCookie",
    builderName: "req.cookie",
    description: "the first cookie of this name in the request",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "cookie" }],
    reads: ["req.cookies"],
    missing: { when: "the request has no such cookie" },
  },
];

const responseFunctions: readonly FunctionDefinition[] = [
  {
    name: "hasResHeader",
    builderName: "res.hasHeader",
    description: "whether the response has this header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["res.headers"],
    neverFails: true,
    headerName: "canonical",
  },
  {
    name: "getResHeader",
    builderName: "res.header",
    description: "the values of this response header",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "list(string)" }],
    reads: ["res.headers"],
    headerName: "canonical",
  },
  {
    name: "hasResCookie",
    builderName: "res.hasCookie",
    description: "whether the response sets this cookie",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "bool" }],
    reads: ["res.cookies"],
    neverFails: true,
  },
  {
    name: "getResCookie",
    builderName: "res.cookie",
    description:
      "the cookie of this name that the response sets; of several the one with the longest path",
    overloads: [{ parameters: ["string"], parameterNames: ["name"], returns: "cookie" }],
    reads: ["res.cookies"],
    missing: { when: "the response sets no such cookie" },
  },
];

const addressFunctions: readonly FunctionDefinition[] = [
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
  },
];
