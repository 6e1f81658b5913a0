import { cookieOf, parseSetCookies, type Cookie } from "../exchange/cookies.ts";
import type { PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";
import type { ExchangeFunctions } from "./exchange-function.ts";

/** Functions of cookies: the first of a name; of a response's, that with the longest path. */
export const cookieFunctions: ExchangeFunctions = {
  hasReqCookie: (run, name) => find(ofRequest(run), name) !== undefined,
  getReqCookie: (run, name) => get(run, ofRequest(run), String(name), "request"),
  hasResCookie: (run, name) => find(ofResponse(run), name) !== undefined,
  getResCookie: (run, name) => get(run, ofResponse(run), String(name), "response"),
};

function ofRequest({ seenRequest }: Run): readonly Cookie[] {
  return seenRequest?.cookies ?? [];
}

function ofResponse({ seenResponse }: Run): readonly Cookie[] {
  return parseSetCookies(seenResponse?.headers.get("set-cookie") ?? []);
}

function find(cookies: readonly Cookie[], name: unknown): Cookie | undefined {
  return cookies.find((cookie) => cookie.name === name);
}

function get(
  { options }: Run,
  cookies: readonly Cookie[],
  name: string,
  message: string,
): PlainValue {
  const cookie = find(cookies, name);
  if (cookie !== undefined) return { ...cookie };
  if (options.absentCookie === "empty") return { ...cookieOf("", "") };
  throw new Error(`The ${message} has no cookie ${name}.`);
}
