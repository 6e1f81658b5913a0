import {
  childrenOf,
  isLogical,
  isMacro,
  type Call,
  type Expression,
} from "@traffic-policy/policy-language";
import {
  isAlwaysFalse,
  isAlwaysTrue,
  isNeverFalse,
  isNeverTrue,
  type Condition,
  type Formula,
} from "@traffic-policy/policy-logic";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { chainLinks, logicOf, type ChainLink } from "./operands.ts";

/** A part of an expression that always evaluates to the same value. */
export interface ConstantPart {
  readonly link: ChainLink;
  readonly claim: ConstantClaim;
}

/** The claims with "never" leave open whether it fails. */
type ConstantClaim = "always true" | "always false" | "never true" | "never false";

/**
 * The parts of an expression that have no effect, because they always evaluate to the same value. Of parts
 * within one another, the one that is the reason is reported. What several operands of `&&` contradict
 * each other in is left to the rule about contradictions.
 */
export function constantParts(expression: ExpressionNode): ConstantPart[] {
  const logic = logicOf(expression);
  if (logic === undefined) return [];
  return expression.role === "condition"
    ? inDecision({ node: logic.tree }, logic)
    : inValue(logic.tree, logic);
}

/** In a part that is true or false. */
function inDecision(link: ChainLink, logic: Condition): ConstantPart[] {
  const { node } = link;
  const formula = logic.formulaOf(node);
  if (node.kind === "unary" && node.operator === "!") {
    return inDecision({ node: node.operand }, logic);
  }
  const claim = claimOf(formula);
  const claimed = (part: Expression) => isTrueBy(claimOf(logic.formulaOf(part)));
  if (node.kind === "conditional") {
    const { condition, whenTrue, whenFalse } = node;
    const inside = [condition, whenTrue, whenFalse]
      .filter((part) => part === condition || part.kind !== "literal")
      .flatMap((part) => inDecision({ node: part }, logic));
    if (claim === undefined) return inside;
    const chosen = claimed(condition);
    const isExplained =
      (chosen === false || claimed(whenTrue) === isTrueBy(claim)) &&
      (chosen === true || claimed(whenFalse) === isTrueBy(claim));
    return inside.length > 0 && isExplained ? inside : [...inside, { link, claim }];
  }
  if (!isLogical(node)) {
    return claim === undefined ? inValue(node, logic) : [{ link, claim }];
  }
  const links = chainLinks(node, node.operator);
  const inside = links.flatMap((operand) => inDecision(operand, logic));
  if (node.operator === "&&" || claim === undefined) return inside;
  const isExplained = links.some((operand) => claimed(operand.node) === isTrueBy(claim));
  return isExplained ? inside : [...inside, { link, claim }];
}

/** In a part that is a value: decisions may be somewhere in it. */
function inValue(node: Expression, logic: Condition): ConstantPart[] {
  const isNot = node.kind === "unary" && node.operator === "!";
  if (isLogical(node) || isNot) return inDecision({ node }, logic);
  const decisions = decisionsIn(node);
  return childrenOf(node).flatMap((child) =>
    decisions.includes(child) ? inDecision({ node: child }, logic) : inValue(child, logic),
  );
}

function decisionsIn(node: Expression): readonly Expression[] {
  if (node.kind === "conditional") return [node.condition];
  return node.kind === "call" && isMacro(node) ? bodyOf(node) : [];
}

/** The condition of a macro: the last argument, but of `map` the one before. */
function bodyOf({ name, arguments: given }: Call): readonly Expression[] {
  if (name === "has") return [];
  return name === "map" ? given.slice(1, -1) : given.slice(1);
}

function claimOf(formula: Formula): ConstantClaim | undefined {
  if (isNeverFalse(formula)) return isAlwaysTrue(formula) ? "always true" : "never false";
  if (isNeverTrue(formula)) return isAlwaysFalse(formula) ? "always false" : "never true";
  return undefined;
}

/** Whether a claim leaves nothing but true, or nothing but false, failures aside. */
function isTrueBy(claim: ConstantClaim | undefined): boolean | undefined {
  return claim && (claim === "always true" || claim === "never false");
}
