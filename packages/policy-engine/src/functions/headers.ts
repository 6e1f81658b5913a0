import { canonicalHeaderName } from "@traffic-policy/policy-language";
import type { HeaderFields } from "../exchange/header-fields.ts";
import type { Run } from "../run/run.ts";
import type { ExchangeFunctions } from "./policy-function.ts";
import { absent } from "./absent.ts";

/** Functions of headers. They want canonical names, unless the options say otherwise. */
export const headerFunctions: ExchangeFunctions = {
  hasReqHeader: (run, name) => find(run, run.seenRequest?.headers, String(name)) !== undefined,
  getReqHeader: (run, name) =>
    find(run, run.seenRequest?.headers, String(name)) ??
    absent(run, `The request has no header ${String(name)}.`),
  hasResHeader: (run, name) => find(run, run.seenResponse?.headers, String(name)) !== undefined,
  getResHeader: (run, name) =>
    find(run, run.seenResponse?.headers, String(name)) ??
    absent(run, `The response has no header ${String(name)}.`),
};

function find(
  { options }: Run,
  headers: HeaderFields | undefined,
  name: string,
): readonly string[] | undefined {
  const isFound = options.headerNames === "any-case" || canonicalHeaderName(name) === name;
  return isFound ? headers?.get(name.toLowerCase()) : undefined;
}
