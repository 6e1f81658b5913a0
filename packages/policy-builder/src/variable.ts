import type { Expression } from "@traffic-policy/policy-language";
import type { ExpressionClass } from "./expressions/typed-expression.ts";
import { CallSite } from "./origin.ts";

/** The expression of a variable: `req.url.path` as a chain of fields. */
export function variable<T>(type: ExpressionClass<T>, name: string): T {
  const [first = "", ...fields] = name.split(".");
  const tree = fields.reduce<Expression>((operand, field) => ({ kind: "select", operand, field }), {
    kind: "identifier",
    name: first,
  });
  return new type(tree, new CallSite(variable));
}
