import type { Expression } from "@traffic-policy/policy-language";
import type { Built } from "../code.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { invoke } from "./invoke.ts";

/**
 * The call of a method that takes a name. Names of headers the builder writes in the one right way,
 * and keeps another way only of an expression: `req.header(literal("user-agent"))`.
 */
export function namedCall(
  converter: Converter,
  target: Built<object>,
  method: string,
  name: Expression,
): Built<AnyExpression> {
  const built = invoke(target, method, [converter.argument("string", name)]);
  return name.kind !== "literal" || operandOf(built.value.toExpression()) === name.value
    ? built
    : invoke(target, method, [converter.expression(name)]);
}

/** The text that became the operand: `name in map`, `map[name]` or `call(name)`. */
function operandOf(tree: Expression): unknown {
  const operand =
    tree.kind === "call"
      ? tree.arguments[0]
      : tree.kind === "index"
        ? tree.index
        : tree.kind === "binary"
          ? tree.left
          : undefined;
  return operand?.kind === "literal" ? operand.value : undefined;
}
