import { BoundedMap, canonicalHeaderName } from "@traffic-policy/policy-language";
import type { HeaderFields } from "../exchange/header-fields.ts";
import type { Run } from "../run/run.ts";
import type { ExchangeFunctions } from "./exchange-function.ts";
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
  if (headers === undefined) return undefined;
  const { key, isCanonical } = nameOf(name);
  return isCanonical || options.headerNames === "any-case" ? headers.get(key) : undefined;
}

// The same names are asked for with every request.
const names = new BoundedMap<string, { readonly key: string; readonly isCanonical: boolean }>();

function nameOf(name: string): { readonly key: string; readonly isCanonical: boolean } {
  let known = names.get(name);
  if (known === undefined) {
    known = { key: name.toLowerCase(), isCanonical: canonicalHeaderName(name) === name };
    names.set(name, known);
  }
  return known;
}
