import {
  directionsDialect,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { operand, type Operand } from "../operand.ts";
import { everywhere, type Restriction } from "../restriction.generated.ts";
import { describeValue } from "../errors.ts";
import { CelExpression } from "./cel-expression.ts";
import { makeExpression, type Expressions, type Kind } from "./kinds.ts";

type AnyExpression = CelExpression<Restriction>;

/** The variables of the macros that are being built, from the outermost. */
const open: string[] = [];

/** A macro's variable, and what was built with it. */
export interface Binding<T> {
  readonly args: readonly Operand[];
  readonly result: T;
}

/**
 * Builds the body of a macro with its variable, which has a name that no macro around it uses.
 *
 * @throws RangeError for a name that a macro around it or a namespace of variables has, or that
 * CEL cannot have
 * @throws TypeError when the body gives no expression
 */
export function bind<K extends Kind, T extends AnyExpression>(
  itemKind: K,
  body: (item: Expressions<never>[K]) => T,
  given?: string | undefined,
): Binding<T> {
  const name = given === undefined ? freeName() : checkedName(given);
  const tree = { kind: "identifier", name } as const;
  open.push(name);
  try {
    const item = makeExpression<AnyExpression>(itemKind, tree, everywhere);
    const result = body(item as Expressions<never>[K]);
    if (!(result instanceof CelExpression)) {
      throw new TypeError(
        `The function of a macro has to return an expression, not ${describeValue(result)}.`,
      );
    }
    return { args: [{ tree, places: everywhere }, operand("dyn", result)], result };
  } finally {
    open.pop();
  }
}

function checkedName(name: string): string {
  if (open.includes(name)) {
    throw new RangeError(`An enclosing macro already uses the variable "${name}".`);
  }
  if (directionsDialect.namespaces.some((namespace) => namespace.name === name)) {
    throw new RangeError(`"${name}" would hide the variables of that name.`);
  }
  const written = printExpression({ kind: "identifier", name });
  if (!parseExpression(`[].all(${written}, true)`).ok) {
    throw new RangeError(`"${name}" is a reserved name in CEL.`);
  }
  return name;
}

function freeName(): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? "v" : `v${count}`;
    if (!open.includes(name)) return name;
  }
}
