import { cidrFunctions } from "./cidr.ts";
import { cookieFunctions } from "./cookies.ts";
import { headerFunctions } from "./headers.ts";
import type { ExchangeFunction } from "./policy-function.ts";
import { queryFunctions } from "./query-params.ts";

/** The functions of the dialects, beside those of standard CEL, by name. */
export const policyFunctions: ReadonlyMap<string, ExchangeFunction> = new Map(
  Object.entries({ ...headerFunctions, ...queryFunctions, ...cookieFunctions, ...cidrFunctions }),
);
