import type { JsonLike, PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";

/** A function of a dialect: it may look at the exchange, and throws an `Error` to fail. */
export type ExchangeFunction = (run: Run, ...args: readonly JsonLike[]) => PlainValue;

export type ExchangeFunctions = Readonly<Record<string, ExchangeFunction>>;
