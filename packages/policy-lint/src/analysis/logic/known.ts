import type {
  Call,
  CelType,
  Dialect,
  Expression,
  FunctionDefinition,
  Span,
  VariableDefinition,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { variablesBySpan } from "../expression/variable-of.ts";

/** What is known of the parts of one expression. */
export interface Known {
  readonly types: ReadonlyMap<Expression, CelType>;
  /** The variables by the span of their use; a name that is not here is bound by a macro. */
  readonly variables: ReadonlyMap<Span, VariableDefinition>;
  readonly functions: Dialect["functions"];
}

/** What the checker knows of an expression; nothing when its names or types are wrong. */
export function knownOf({ checked, place }: ExpressionNode): Known | undefined {
  if (checked === undefined) return undefined;
  if (checked.errors.some(({ code }) => code !== "unavailable-here")) return undefined;
  const { functions } = place.dialect;
  return { types: checked.types, variables: variablesBySpan(checked), functions };
}

/** The function or method that a call is of; undefined for macros. */
export function functionOf(call: Call, { functions }: Known): FunctionDefinition | undefined {
  const namespace = call.target && nameOf(call.target);
  const qualified =
    namespace === undefined ? undefined : functions.get(`${namespace}.${call.name}`);
  return qualified ?? functions.get(call.name);
}

function nameOf(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const name = nameOf(node.operand);
  return name && `${name}.${node.field}`;
}
