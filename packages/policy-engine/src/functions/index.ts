import { cidrFunctions } from "./cidr.ts";
import { cookieFunctions } from "./cookies.ts";
import { headerFunctions } from "./headers.ts";
import type { ExchangeFunction } from "./exchange-function.ts";
import { queryFunctions } from "./query-params.ts";

/** The functions of the dialects, beside those of standard CEL, by name. */
export const exchangeFunctions: ReadonlyMap<string, ExchangeFunction> = new Map(
  Object.entries({ ...headerFunctions, ...queryFunctions, ...cookieFunctions, ...cidrFunctions }),
);
