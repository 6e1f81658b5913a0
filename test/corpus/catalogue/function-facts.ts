import { jsonOf } from "../collected.ts";

/** What is known of one function, method or macro. */
export interface FunctionFact {
  readonly name: string;
  readonly form: "global" | "method" | "macro";
  readonly overloads: readonly OverloadFact[];
  readonly phases: "all" | readonly string[];
  /** An expression, and what it is equal to; `error` for one that fails. */
  readonly examples?: readonly (readonly [expression: string, result: string])[];
  readonly nondeterministic?: boolean;
}

interface OverloadFact {
  readonly receiver?: string;
  readonly args: readonly string[];
  readonly returns: string;
}

interface FunctionFacts {
  readonly functions: readonly FunctionFact[];
  readonly pricingPageOnly: { readonly names: readonly string[] };
}

export const functionFacts = jsonOf<FunctionFacts>("facts/phases/functions.json");
