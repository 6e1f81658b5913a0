import { CelExpression } from "../expressions/cel-expression.ts";
import * as namespaces from "../variables.generated.ts";
import { code, imported, type AnyExpression, type Built } from "./code.ts";

/** A method of a namespace, for a function of CEL: `req.header`. */
interface NamespaceMethod {
  readonly namespace: Built<object>;
  readonly method: string;
}

interface Names {
  readonly variables: ReadonlyMap<string, Built<AnyExpression>>;
  readonly functions: ReadonlyMap<string, NamespaceMethod>;
}

/** The builder's variables by their CEL names, and the methods of namespaces by those of functions. */
export const names: Names = collected();

// The builder itself says what they are called in CEL.
function collected(): Names {
  const variables = new Map<string, Built<AnyExpression>>();
  const functions = new Map<string, NamespaceMethod>();
  const addMembers = (owner: Built<object>): void => {
    for (const [name, value] of Object.entries(owner.value) as [string, unknown][]) {
      if (typeof value === "function") {
        const tree = (value("") as AnyExpression).toExpression();
        if (tree.kind === "call") functions.set(tree.name, { namespace: owner, method: name });
      } else if (typeof value === "object" && value !== null) {
        const member = { code: code`${owner.code}.${name}`, value };
        if (value instanceof CelExpression) variables.set(value.toString(), { ...member, value });
        addMembers(member);
      }
    }
  };
  for (const [name, value] of Object.entries(namespaces)) {
    addMembers({ code: imported(name), value });
  }
  return { variables, functions };
}
