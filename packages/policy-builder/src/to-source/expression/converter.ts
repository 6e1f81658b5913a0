import type { Expression } from "@traffic-policy/policy-language";
import type { Condition } from "../../expressions/condition.ts";
import type { Restriction } from "../../restriction.generated.ts";
import type { Built } from "../code.ts";
import type { AnyExpression } from "./any-expression.ts";

/** Turns trees of CEL into typed calls. All of its methods throw NotTyped when there are none. */
export interface Converter {
  expression(tree: Expression): Built<AnyExpression>;

  /** An expression of one of these kinds. One of the kind `dyn` is taken for one of the first. */
  expressionOf(kinds: readonly string[], tree: Expression): Built<AnyExpression>;

  condition(tree: Expression): Built<Condition<Restriction>>;

  /** What a method takes for a value of a kind: a plain value where that is clear. */
  argument(kind: string, tree: Expression): Built<unknown>;

  /** The kind of an expression, or of a literal. */
  kindOf(tree: Expression): string | undefined;

  /** The converter of a macro's body. */
  inMacro(variable: string, item: AnyExpression): MacroConverter;
}

export interface MacroConverter extends Converter {
  /** The parameter of the function that builds the body; empty when it does not need one. */
  readonly parameter: string;
}
