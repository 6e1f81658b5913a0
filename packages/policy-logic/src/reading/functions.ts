import {
  type Call,
  type Dialect,
  type Expression,
  type FunctionDefinition,
} from "@traffic-policy/policy-language";

/** The function or method that a call is of; nothing for a macro. */
export function functionOf(call: Call, { functions }: Dialect): FunctionDefinition | undefined {
  const qualified = call.target && dottedName(call.target);
  return (
    (qualified === undefined ? undefined : functions.get(`${qualified}.${call.name}`)) ??
    functions.get(call.name)
  );
}

function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const name = dottedName(node.operand);
  return name && `${name}.${node.field}`;
}
