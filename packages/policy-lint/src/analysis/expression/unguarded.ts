import {
  operandsOf,
  printExpression,
  shortened,
  unguardedAccesses,
  type CheckResult,
  type Expression,
  type Span,
  type UnguardedAccess,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Finding, Fix } from "../../rule.ts";
import { checkReplaced, editsOf } from "./replacement.ts";
import { longestAdvice } from "./written.ts";

/** An access that fails where there is nothing, and whether a guard comes after it. */
export interface Unguarded {
  readonly access: UnguardedAccess;
  readonly text: string;
  /** Whether a later condition of the rule would guard it. */
  readonly isGuardedLater: boolean;
}

// What an expression accesses unguarded by itself; mostly nothing.
const ownAccesses = new WeakMap<CheckResult, readonly UnguardedAccess[]>();

/** The accesses of an expression that nothing guards, in it and in the conditions before it. */
export function unguarded(node: ExpressionNode): Unguarded[] {
  const { tree, checked, place } = node;
  if (tree === undefined || checked === undefined || checked.errors.length > 0) return [];
  const find = (whole: Expression, before: readonly Expression[]) =>
    unguardedAccesses(whole, checked.types, before, place.dialect);
  let own = ownAccesses.get(checked);
  if (own === undefined) ownAccesses.set(checked, (own = find(tree, [])));
  if (own.length === 0) return [];
  const { given, later } = node;
  // Nobody writes so many conditions; looking for a guard in all of them takes the square of it.
  if (given.length + later.length > mostConditions) return [];
  // In one condition with the later ones, those would guard it.
  const joined = [tree, ...later].reduce((left, right) => ({
    kind: "binary",
    operator: "&&",
    left,
    right,
  }));
  const left = new Set(find(joined, given).map((access) => access.node));
  return find(tree, given).map((access) => ({
    access,
    text: shortened(printExpression(access.node)),
    isGuardedLater: !left.has(access.node),
  }));
}

const mostConditions = 500;

/** What is said of such an access: that it fails, and the guard that it needs. */
export function unguardedFinding(
  node: ExpressionNode,
  { access, isGuardedLater }: Unguarded,
  failure: string,
): Finding {
  const { span, guard = "" } = access;
  if (isGuardedLater) {
    return {
      ...node.at(span),
      message: `${failure}, and its guard comes after it.`,
      help: "Put the guard before it.",
      atMost: "info",
    };
  }
  const fix = addGuard(node, span, guard);
  return {
    ...node.at(span),
    message: `${failure}.`,
    help: helpFor(node, access),
    ...(fix && { fix }),
  };
}

function helpFor({ role }: ExpressionNode, { kind, guard = "" }: UnguardedAccess): string {
  const condition = shortened(guard, longestAdvice);
  if (role === "interpolation") {
    return `Add ${condition} to the expressions of the rule, or write ${condition} ? … : ''.`;
  }
  const other = `To match where there is none, begin with !${condition} ||.`;
  return `Add the condition ${condition}.${kind === "value" ? ` ${other}` : ""}`;
}

/** Writes a guard before the part of a condition that an access decides. */
function addGuard(node: ExpressionNode, span: Span | undefined, guard: string): Fix | undefined {
  if (node.role !== "condition" || node.tree === undefined || span === undefined) return undefined;
  const operand = operandAround(node.tree, span);
  if (operand.span === undefined) return undefined;
  const { start, end } = operand.span;
  const isLoose =
    operand.kind === "conditional" || (operand.kind === "binary" && operand.operator === "||");
  const replacements = [
    { span: { start, end: start }, text: `${guard} && ${isLoose ? "(" : ""}` },
    ...(isLoose ? [{ span: { start: end, end }, text: ")" }] : []),
  ];
  // Outside of a macro its variable means nothing.
  const mayBeBound = /\.(?:all|exists|exists_one|existsOne|filter|map)\b/.test(node.text);
  if (mayBeBound && checkReplaced(node, replacements)?.errors.length !== 0) return undefined;
  return {
    title: `Add the condition ${shortened(guard, longestAdvice)}`,
    safe: false,
    edits: editsOf(node, replacements),
  };
}

/** The operand of `&&` and `||` that a part of a condition belongs to. */
function operandAround(tree: Expression, part: Span): Expression {
  let at = tree;
  for (;;) {
    if (at.kind !== "binary" || (at.operator !== "&&" && at.operator !== "||")) return at;
    const next = operandsOf(at, at.operator).find(
      ({ span }) => span !== undefined && span.start <= part.start && part.end <= span.end,
    );
    if (next === undefined) return at;
    at = next;
  }
}
