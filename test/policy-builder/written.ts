import type { CelExpression, Kind, Restriction } from "@traffic-policy/policy-builder";
import { checkExpression, typeText, type Dialect } from "@traffic-policy/policy-language";
import { expect } from "vitest";
import { kind } from "../../packages/policy-builder/src/expressions/cel-expression.ts";
import { treeOf, withoutSpans } from "../policy-language/expression/without-spans.ts";

/** Any expression of the builder. */
export type AnyExpression = CelExpression<Restriction>;

/**
 * The text of an expression, once it is known to be right: its tree is that of the expression, and
 * it has no errors and the type of the expression's class.
 */
export function written(expression: AnyExpression, dialect?: Dialect): string {
  const text = expression.toString();
  const tree = treeOf(text);
  expect(withoutSpans(tree)).toStrictEqual(withoutSpans(expression.toExpression()));
  const { errors, type } = checkExpression(tree, dialect && { dialect });
  expect(errors).toEqual([]);
  expect(typeText(type)).toBe(kindOf(expression));
  return text;
}

/** The CEL type that an expression's class is for. */
export function kindOf(expression: AnyExpression): Kind {
  return (expression as AnyExpression & { readonly [kind]: Kind })[kind];
}
