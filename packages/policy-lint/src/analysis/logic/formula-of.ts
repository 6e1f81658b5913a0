import { comparedWithBool, isLogical, type Expression } from "@traffic-policy/policy-language";
import { canonicalExpression } from "./canonical-expression.ts";
import { isOpen, neverFails, staysTheSame } from "./certainty.ts";
import { chainOperands } from "./chain.ts";
import { isNeverTrue } from "./claims.ts";
import { comparisonOf } from "./comparison-of.ts";
import type { Flag, Formula } from "./formula.ts";
import type { Known } from "./known.ts";
import { mergeComparisons } from "./merge-comparisons.ts";
import { neededKeys } from "./needed-keys.ts";
import { anyOutcome, fails, type Outcomes } from "./outcomes.ts";

/** What an expression that decides says; see {@link Formula}. */
export function formulaOf(node: Expression, known: Known): Formula {
  const inner = (part: Expression): Formula => formulaOf(part, known);
  switch (node.kind) {
    case "literal":
      if (node.type === "bool") return { kind: "constant", value: node.value };
      break;
    case "unary":
      if (node.operator === "!") return not(inner(node.operand));
      break;
    case "conditional":
      return {
        kind: "choice",
        condition: inner(node.condition),
        whenTrue: inner(node.whenTrue),
        whenFalse: inner(node.whenFalse),
      };
    case "binary":
      if (isLogical(node)) {
        const kind = node.operator === "&&" ? "all" : "any";
        const parts = chainOperands(node, node.operator).map(inner);
        return { kind, parts: mergeComparisons(parts, kind) };
      }
      break;
    default:
  }
  const truth = withTruth(node, known);
  if (truth !== undefined) return truth;
  const formula = comparisonOf(node, known);
  if (staysTheSame(node, known)) return formula ?? flagOf(node, known);
  return formula !== undefined && asksForNothing(formula) ? formula : { kind: "unknown" };
}

/** Whether it asks for a value that its term never has, however often that one is looked at. */
function asksForNothing(formula: Formula): boolean {
  if (formula.kind === "not") return asksForNothing(formula.of);
  return formula.kind === "comparison" && isNeverTrue(formula);
}

/** `a == true` is `a`, and so is `a != false`; `a == false` is `!a`. */
function withTruth(node: Expression, known: Known): Formula | undefined {
  const same = comparedWithBool(node);
  if (same === undefined || known.types.get(same.operand)?.kind !== "bool") return undefined;
  const formula = formulaOf(same.operand, known);
  return same.value ? formula : not(formula);
}

function flagOf(node: Expression, known: Known): Formula {
  if (node.kind === "binary" && node.operator === "!=") {
    return not(flagOf({ ...node, operator: "==" }, known));
  }
  // What has the wrong type for a decision is an error at run time.
  const isSure = neverFails(node, known) && (isRelation(node) || !isOpen(node, known));
  const possible: Outcomes = isSure ? anyOutcome & ~fails : anyOutcome;
  const needs = neededKeys(node, known);
  return { kind: "flag", key: canonicalExpression(node, known), possible, needs } satisfies Flag;
}

function isRelation(node: Expression): boolean {
  return node.kind === "binary";
}

function not(of: Formula): Formula {
  if (of.kind === "not") return of.of;
  return of.kind === "constant" ? { kind: "constant", value: !of.value } : { kind: "not", of };
}
