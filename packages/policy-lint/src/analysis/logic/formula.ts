import type { Constant } from "./constant.ts";
import type { Domain } from "./domain.ts";
import type { Outcomes } from "./outcomes.ts";

/** What an expression that decides says, as far as it is understood. */
export type Formula =
  | { readonly kind: "constant"; readonly value: boolean }
  /** It can come to anything, each time. */
  | { readonly kind: "unknown" }
  | { readonly kind: "not"; readonly of: Formula }
  /** CEL's `&&` and `||`. */
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] }
  | {
      readonly kind: "choice";
      readonly condition: Formula;
      readonly whenTrue: Formula;
      readonly whenFalse: Formula;
    }
  | Flag
  | Comparison;

/** Something that is true or false, and more is not known of it. */
export interface Flag {
  readonly kind: "flag";
  /** The canonical text; flags of one text always come to the same. */
  readonly key: string;
  readonly possible: Outcomes;
  /** Flags that are true whenever this one does not fail. */
  readonly needs: readonly string[];
}

/** A term against values that are known. */
export interface Comparison {
  readonly kind: "comparison";
  readonly term: Term;
  readonly test: Test;
  /** Whether it fails only when the term does. */
  readonly failsWithTerm: boolean;
}

/** An expression that has one value for the whole time. */
export interface Term {
  /** The canonical text. */
  readonly key: string;
  /** What it can be, as long as nothing is asked of it. */
  readonly domain: Domain;
  /** Flags that are true whenever it has a value. */
  readonly needs: readonly string[];
}

export type Test =
  /** The value is one of these. */
  | { readonly kind: "one-of"; readonly constants: ReadonlyMap<string, Constant> }
  | { readonly kind: "order"; readonly operator: OrderOperator; readonly constant: Constant }
  | TextTest;

export type OrderOperator = "<" | "<=" | ">" | ">=";

/** The value is a text that begins with another, ends with it, or has it anywhere. */
export interface TextTest {
  readonly kind: "text";
  readonly method: TextMethod;
  readonly text: string;
}

export type TextMethod = "startsWith" | "endsWith" | "contains";
