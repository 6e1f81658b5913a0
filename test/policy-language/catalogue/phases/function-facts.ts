import { readFileSync } from "node:fs";
import { sharedData } from "../../../shared-data.ts";

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

const file = sharedData("facts/phases/functions.json");

/** All facts when they lie beside the repository, and otherwise a few of them. */
export const functionFacts: FunctionFacts =
  file === undefined
    ? {
        functions: [
          {
            name: "base64.encode",
            form: "global",
            overloads: [{ args: ["bytes"], returns: "string" }],
            phases: "all",
            examples: [["base64.encode(b'hello')", "'aGVsbG8='"]],
          },
        ],
        pricingPageOnly: { names: ["b64.encode"] },
      }
    : (JSON.parse(readFileSync(file, "utf8")) as FunctionFacts);

/** Whether these are all facts, so that what they do not have is nowhere. */
export const hasAllFacts = file !== undefined;
