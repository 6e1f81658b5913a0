import type { Protocol, Absence } from "./variable.ts";

/** One way to call a function: its types as text, with capital letters for types that follow. */
export interface Overload {
  /** The type of what a method is called on; none for a function. */
  readonly target?: string;
  readonly parameters: readonly string[];
  /** The names of the parameters, in order; for display only. */
  readonly parameterNames?: readonly string[];
  readonly returns: string;
  /** The least and the greatest whole number that it returns, when there are such. */
  readonly range?: readonly [least: number, greatest: number];
  /** The required formats of text parameters, in the order of the parameters. */
  readonly formats?: readonly (TextFormat | undefined)[];
}

/** A format that a text must have, so that a literal can be checked without evaluating it. */
export type TextFormat = "regular-expression" | "cidr" | "timestamp" | "duration" | "time-zone";

/** The catalogue entry of a function. */
export interface FunctionDefinition {
  readonly name: string;
  /** A phrase that describes its result: "whether the request has this header". */
  readonly description: string;
  readonly overloads: readonly Overload[];
  /** Where it exists; everywhere when left out. */
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
  /** Variables that it looks at, beside its arguments. */
  readonly reads?: readonly string[];
  /** When it has no result, so that an expression that calls it fails. */
  readonly missing?: Absence;
  /** Set when it has a result for all arguments of the right types. */
  readonly neverFails?: true;
  /** Set when repeating a call can give another result. */
  readonly varies?: true;
  /** Where its results come from, when that is neither the exchange nor its arguments. */
  readonly source?: "random" | "secrets";
  /** The expected spelling of the header name in its first parameter. */
  readonly headerName?: "canonical";
  /** Its type in earlier documentation, when that is another one. */
  readonly earlierReturns?: string;
  /** The builder's name for a function about a single namespace: `req.header`. */
  readonly builderName?: string;
  /** Points that the service's documentation leaves open; no check relies on them. */
  readonly unsure?: readonly string[];
}
