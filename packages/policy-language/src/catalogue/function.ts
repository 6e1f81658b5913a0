import type { Protocol, Absence } from "./variable.ts";

/** One way to call a function: its types as text, with capital letters for types that follow. */
export interface Overload {
  /** The type of what a method is called on; none for a function. */
  readonly target?: string;
  readonly parameters: readonly string[];
  /** What the parameters are called, in their order; shown to people, and nothing else. */
  readonly parameterNames?: readonly string[];
  readonly returns: string;
  /** The least and the greatest whole number that it returns, when there are such. */
  readonly range?: readonly [least: number, greatest: number];
  /** What the text of a parameter has to look like, in the order of the parameters. */
  readonly formats?: readonly (TextFormat | undefined)[];
}

/** What a text can have to look like, so that a literal is checked before it is ever used. */
export type TextFormat = "regular-expression" | "cidr" | "timestamp" | "duration" | "time-zone";

/** What the catalogue knows of one function. */
export interface FunctionDefinition {
  readonly name: string;
  /** What it gives, as a phrase: "whether the request has this header". */
  readonly description: string;
  readonly overloads: readonly Overload[];
  /** Where it exists; everywhere when left out. */
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
  /** Variables that it looks at, beside its arguments. */
  readonly reads?: readonly string[];
  /** When it has no result, so that an expression that calls it fails. */
  readonly missing?: Absence;
  /** Whether it gives a result for all arguments of the right types. */
  readonly neverFails?: true;
  /** Whether it can give another result when it is called again in the same way. */
  readonly varies?: true;
  /** Where its results come from, when that is neither the exchange nor its arguments. */
  readonly source?: "random" | "secrets";
  /** What the name of a header is expected to look like in its first parameter. */
  readonly headerName?: "canonical";
  /** Its type in earlier documentation, when that is another one. */
  readonly earlierReturns?: string;
  /** What the builder calls it, for a function about one namespace: `req.header`. */
  readonly builderName?: string;
  /** What the service's documentation leaves open; nothing is concluded from it. */
  readonly unsure?: readonly string[];
}
