import { parseExpression, type Expression } from "@traffic-policy/policy-language";
import type { Condition } from "../../expressions/condition.ts";
import type { Restriction } from "../../restriction.generated.ts";
import type { Built } from "../code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import { TreeConverter } from "./tree-converter.ts";

/** Typed calls that build an expression with exactly this text, when there are such. */
export function typedExpression(text: string): Built<AnyExpression> | undefined {
  return typed(text, (converter, tree) => converter.expression(tree));
}

/** The same for a condition. */
export function typedCondition(text: string): Built<Condition<Restriction>> | undefined {
  return typed(text, (converter, tree) => converter.condition(tree));
}

function typed<T extends AnyExpression>(
  text: string,
  convert: (converter: TreeConverter, tree: Expression) => Built<T>,
): Built<T> | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  try {
    const built = convert(new TreeConverter(), parsed.tree);
    return built.value.toString() === text ? built : undefined;
  } catch (error) {
    // The builder refuses what is valid CEL only for its own reasons, and with a RangeError.
    if (error instanceof NotTyped || error instanceof RangeError) return undefined;
    throw error;
  }
}
