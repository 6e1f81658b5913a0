import type { Expression } from "@traffic-policy/policy-language";
import { CelExpression, places } from "./expressions/cel-expression.ts";
import { literalTreeOf } from "./literal-tree.ts";
import { everywhere, type PlaceSet } from "./restriction.generated.ts";

/** A part of an expression: its tree, and where it may be used. */
export interface Operand {
  readonly tree: Expression;
  readonly places: PlaceSet;
}

/**
 * What a method was given, as a part of an expression.
 *
 * @param kind - the CEL type that a plain value is taken for
 */
export function operand(kind: string, value: unknown): Operand {
  if (value instanceof CelExpression) {
    return { tree: value.toExpression(), places: value[places] };
  }
  if (Array.isArray(value) && kind.startsWith("list(")) {
    return listOperand(kind.slice("list(".length, -1), value);
  }
  return { tree: literalTreeOf(kind, value), places: everywhere };
}

/** A list of such parts as one part. */
export function listOperand(kind: string, values: readonly unknown[]): Operand {
  const { trees, places: common } = operands(kind, values);
  return { tree: { kind: "list", elements: trees }, places: common };
}

/** Several parts, and where all of them may be used. */
export function operands(
  kind: string,
  values: readonly unknown[],
): { readonly trees: readonly Expression[]; readonly places: PlaceSet } {
  let common = everywhere;
  const trees = values.map((value) => {
    const one = operand(kind, value);
    common &= one.places;
    return one.tree;
  });
  return { trees, places: common };
}
