import type { Expression } from "@traffic-policy/policy-language";
import { inArgument } from "./errors.ts";
import { CelExpression, places } from "./expressions/cel-expression.ts";
import { literalTreeOf } from "./literal-tree.ts";
import { everywhere, type PlaceSet } from "./places.ts";

/** A part of an expression: its tree, and where it may be used. */
export interface Operand {
  readonly tree: Expression;
  readonly places: PlaceSet;
}

/**
 * Converts the only argument of a method to a part of an expression.
 *
 * @param kind - the CEL type to give a plain value
 */
export function operand(kind: string, value: unknown): Operand {
  try {
    return part(kind, value);
  } catch (error) {
    throw inArgument(error, 0);
  }
}

export function listOperand(kind: string, values: readonly unknown[]): Operand {
  const { trees, places: common } = operands(kind, values);
  return { tree: { kind: "list", elements: trees }, places: common };
}

/**
 * Converts several arguments, and intersects where they may be used.
 *
 * @param first - the index of the first of them among the arguments, for the place of an error
 */
export function operands(
  kind: string,
  values: readonly unknown[],
  first = 0,
): { readonly trees: readonly Expression[]; readonly places: PlaceSet } {
  let common = everywhere;
  const trees = values.map((value, index) => {
    try {
      const one = part(kind, value);
      common &= one.places;
      return one.tree;
    } catch (error) {
      throw inArgument(error, first + index);
    }
  });
  return { trees, places: common };
}

function part(kind: string, value: unknown): Operand {
  if (value instanceof CelExpression) {
    return { tree: value.toExpression(), places: value[places] };
  }
  if (Array.isArray(value) && kind.startsWith("list(")) {
    return listOperand(kind.slice("list(".length, -1), value);
  }
  return { tree: literalTreeOf(kind, value), places: everywhere };
}
