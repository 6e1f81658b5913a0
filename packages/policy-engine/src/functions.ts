import {
  canonicalHeaderName,
  containsCidr,
  parseAddress,
  parseCidr,
} from "@traffic-policy/policy-language/internal";
import { cookieOf, parseSetCookies, type Cookie } from "./exchange/cookies.ts";
import type { HeaderFields } from "./exchange/message.ts";
import type { RequestState } from "./exchange/request-state.ts";
import type { JsonLike, PlainValue } from "./expression/plain-value.ts";
import type { Run } from "./run/run.ts";

/** A function of a dialect. It may read the exchange, and throws an `Error` to fail. */
export type ExchangeFunction = (run: Run, ...args: readonly JsonLike[]) => PlainValue;

export const exchangeFunctions: ReadonlyMap<string, ExchangeFunction> = new Map(
  Object.entries<ExchangeFunction>({
    // Header functions want canonical names, unless the options say otherwise.
    hasReqHeader: (run, name) => header(run, run.seenRequest?.headers, name) !== undefined,
    getReqHeader: (run, name) =>
      header(run, run.seenRequest?.headers, name) ??
      absent(run, `The request has no header ${String(name)}.`),
    hasResHeader: (run, name) => header(run, run.seenResponse?.headers, name) !== undefined,
    getResHeader: (run, name) =>
      header(run, run.seenResponse?.headers, name) ??
      absent(run, `The response has no header ${String(name)}.`),
    hasQueryParam: (run, name) => queryParams(run)?.has(String(name)) === true,
    getQueryParam: (run, name) =>
      queryParams(run)?.get(String(name)) ??
      absent(run, `The query string has no parameter ${String(name)}.`),
    // Of several cookies with one name the first; in a response, the one with the longest path.
    hasReqCookie: (run, name) => cookie(requestCookies(run), name) !== undefined,
    getReqCookie: (run, name) => getCookie(run, requestCookies(run), name, "request"),
    hasResCookie: (run, name) => cookie(responseCookies(run), name) !== undefined,
    getResCookie: (run, name) => getCookie(run, responseCookies(run), name, "response"),
    // What is not a CIDR contains no addresses.
    inCidrRange: (_run, address, cidr) => isInRange(String(address), String(cidr)),
    inCidrRanges: (_run, address, cidrs) =>
      (cidrs as readonly unknown[]).some((cidr) => isInRange(String(address), String(cidr))),
  }),
);

function header(
  { options }: Run,
  headers: HeaderFields | undefined,
  name: JsonLike | undefined,
): readonly string[] | undefined {
  const text = String(name);
  const isFound = options.headerNames === "any-case" || canonicalHeaderName(text) === text;
  return isFound ? headers?.get(text.toLowerCase()) : undefined;
}

/** Returns the result of a function that finds no values: an empty list or an error, depending on the options. */
function absent({ options }: Run, message: string): readonly string[] {
  if (options.absentValues === "empty-list") return [];
  throw new Error(message);
}

// What is not known of a URL or a header may hold any parameter or cookie.
function queryParams(run: Run): RequestState["queryParams"] | undefined {
  const { seenRequest } = run;
  run.checkKnown(seenRequest?.url);
  return seenRequest?.queryParams;
}

function requestCookies(run: Run): readonly Cookie[] {
  const { seenRequest } = run;
  run.checkKnown(seenRequest?.headers.get("cookie"));
  return seenRequest?.cookies ?? [];
}

function responseCookies(run: Run): readonly Cookie[] {
  const fields = run.seenResponse?.headers.get("set-cookie") ?? [];
  run.checkKnown(fields);
  return parseSetCookies(fields);
}

function cookie(cookies: readonly Cookie[], name: JsonLike | undefined): Cookie | undefined {
  return cookies.find((one) => one.name === name);
}

function getCookie(
  { options }: Run,
  cookies: readonly Cookie[],
  name: JsonLike | undefined,
  message: string,
): PlainValue {
  const found = cookie(cookies, name);
  if (found !== undefined) return { ...found };
  if (options.absentCookie === "empty") return { ...cookieOf("", "") };
  throw new Error(`The ${message} has no cookie ${String(name)}.`);
}

/** True when an address lies in a range; false for texts that are not an address and a CIDR. */
export function isInRange(address: string, cidr: string): boolean {
  const [inner, outer] = [parseAddress(address), parseCidr(cidr)];
  return inner !== undefined && outer !== undefined && containsCidr(outer, inner);
}
