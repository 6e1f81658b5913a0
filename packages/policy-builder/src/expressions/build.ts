import { printExpression, type BinaryOperator } from "@traffic-policy/policy-language";
import { inArgument, describeMistaken } from "../errors.ts";
import type { CallSite } from "../call-site.ts";
import { operands, type Operand } from "../operand.ts";
import { everywhere } from "../places.ts";
import { places, type AnyExpression } from "./cel-expression.ts";
import { makeExpression } from "./kinds.ts";

export function binary<T extends AnyExpression>(
  kind: string,
  left: AnyExpression,
  operator: BinaryOperator,
  right: Operand,
  site?: CallSite | undefined,
): T {
  return makeExpression(
    kind,
    { kind: "binary", operator, left: left.toExpression(), right: right.tree },
    left[places] & right.places,
    site,
  );
}

export function membership<T extends AnyExpression>(
  left: Operand,
  list: AnyExpression,
  site: CallSite | undefined,
): T {
  const right = list.toExpression();
  return makeExpression(
    "bool",
    { kind: "binary", operator: "in", left: left.tree, right },
    left.places & list[places],
    site,
  );
}

export function method<T extends AnyExpression>(
  kind: string,
  target: AnyExpression,
  name: string,
  args: readonly Operand[],
  site?: CallSite | undefined,
): T {
  return makeExpression(
    kind,
    {
      kind: "call",
      name,
      target: target.toExpression(),
      arguments: args.map(({ tree }) => tree),
    },
    args.reduce((common, one) => common & one.places, target[places]),
    site,
  );
}

export function call<T extends AnyExpression>(
  kind: string,
  name: string,
  args: readonly Operand[],
  { places: own = everywhere, site }: { places?: number; site?: CallSite | undefined } = {},
): T {
  return makeExpression(
    kind,
    { kind: "call", name, arguments: args.map(({ tree }) => tree) },
    args.reduce((common, one) => common & one.places, own),
    site,
  );
}

export function element<T extends AnyExpression>(
  kind: string,
  of: AnyExpression,
  index: Operand,
  site?: CallSite | undefined,
): T {
  return makeExpression(
    kind,
    { kind: "index", operand: of.toExpression(), index: index.tree },
    of[places] & index.places,
    site,
  );
}

export function field<T extends AnyExpression>(
  kind: string,
  of: AnyExpression,
  name: string,
  site?: CallSite | undefined,
): T {
  const tree = { kind: "select", operand: of.toExpression(), field: name } as const;
  return makeExpression(kind, tree, of[places], site);
}

/** @throws TypeError for a boolean: it comes from a JavaScript comparison, and would be a constant */
export function refuseBoolean(condition: unknown, argument: number): void {
  if (typeof condition !== "boolean") return;
  const what = describeMistaken(condition);
  throw inArgument(new TypeError(`A condition of the builder is needed, not ${what}.`), argument);
}

/**
 * Builds `a && b && c`, left-associative as in CEL.
 *
 * @param first - the index of the argument that holds the first condition, for the place of an error
 */
export function chain(
  operator: "&&" | "||",
  conditions: readonly AnyExpression[],
  first = 0,
): Operand {
  for (const [index, one] of conditions.entries()) refuseBoolean(one, first + index);
  const { trees, places: common } = operands("bool", conditions, first);
  return {
    tree: trees.reduce((left, right) => ({ kind: "binary", operator, left, right })),
    places: common,
  };
}

/**
 * Returns the name of a field.
 *
 * @throws RangeError when it is not a name in CEL
 */
export function fieldName(name: string): string {
  printExpression({ kind: "select", operand: { kind: "identifier", name: "v" }, field: name });
  return name;
}

export function isFieldName(text: string): boolean {
  try {
    fieldName(text);
    return true;
  } catch {
    return false;
  }
}
