import type { Binary, BinaryOperator, Expression } from "@traffic-policy/policy-language";
import { MapExpression } from "../../expressions/map.ts";
import type { Built } from "../code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { hasMethod, invoke } from "./invoke.ts";
import { isNamedKind, itemKindOf, kindOf } from "./kind.ts";
import { chain } from "./logic.ts";
import { namedCall } from "./named-call.ts";

/** `left operator right`. */
export function binary(converter: Converter, tree: Binary): Built<AnyExpression> {
  const { operator, left, right } = tree;
  if (operator === "&&" || operator === "||") return chain(converter, { ...tree, operator });
  if (operator === "in") return membership(converter, left, right);
  return methodCall(converter, methods[operator], left, right);
}

const methods: Readonly<Record<Exclude<BinaryOperator, "&&" | "||" | "in">, string>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "dividedBy",
  "%": "modulo",
};

function methodCall(
  converter: Converter,
  method: string,
  left: Expression,
  right: Expression,
): Built<AnyExpression> {
  let target = converter.expression(left);
  if (!hasMethod(target.value, method)) {
    // What a value of the kind `dyn` is taken for, the other side tells.
    const kind = converter.kindOf(right);
    if (!isNamedKind(kind)) throw new NotTyped();
    target = converter.expressionOf([kind], left);
  }
  const kind = kindOf(target.value);
  if (kind === undefined) throw new NotTyped();
  if (kind === "timestamp" && (method === "plus" || method === "minus")) {
    return converter.kindOf(right) === "timestamp"
      ? invoke(target, "since", [converter.argument("timestamp", right)])
      : invoke(target, method, [converter.argument("duration", right)]);
  }
  return invoke(target, method, [converter.argument(kind, right)]);
}

/** `left in right`. */
function membership(
  converter: Converter,
  left: Expression,
  right: Expression,
): Built<AnyExpression> {
  if (right.kind === "list" && right.elements.length > 0) {
    const target = converter.expression(left);
    const kind = kindOf(target.value);
    if (kind !== undefined && hasMethod(target.value, "isIn")) {
      const values = right.elements.map((one) => converter.argument(kind, one));
      return invoke(target, "isIn", values);
    }
  }
  const list = converter.expression(right);
  if (list.value instanceof MapExpression) {
    return namedCall(converter, list, "has", left);
  }
  const kind = kindOf(list.value) === "dyn" ? "dyn" : itemKindOf(kindOf(list.value));
  if (kind === undefined) throw new NotTyped();
  return invoke(list, "includes", [converter.argument(kind, left)]);
}
