import type { Run } from "../run/run.ts";
import { absent } from "./absent.ts";
import type { ExchangeFunctions } from "./exchange-function.ts";

/** Functions of the query string. */
export const queryFunctions: ExchangeFunctions = {
  hasQueryParam: (run, name) => parameters(run).has(String(name)),
  getQueryParam: (run, name) =>
    parameters(run).get(String(name)) ??
    absent(run, `The query string has no parameter ${String(name)}.`),
};

function parameters({ seenRequest }: Run): ReadonlyMap<string, readonly string[]> {
  return seenRequest?.queryParams ?? new Map();
}
