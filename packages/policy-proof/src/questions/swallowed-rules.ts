import {
  isLogical,
  operandsOf,
  printExpression,
  shortened,
  type Expression,
} from "@traffic-policy/policy-language";
import { isTrue, type Goal } from "@traffic-policy/policy-logic";
import type { SymbolicRule } from "../policy/symbolic-policy.ts";
import { defineQuestion, titleOf } from "../question.ts";

export default defineQuestion({
  title: "Does an exception of a rule swallow the whole rule?",
  none: "Each rule that its exceptions leave out matches some request.",
  *ask({ inquiry, symbolic }) {
    for (const rule of symbolic.rules) {
      const parts = conjunctionOf(rule);
      const isReached: Goal = { formula: rule.reached, outcomes: isTrue };
      if (parts.length < 2 || !inquiry.isImpossible([isReached, ...parts])) continue;
      for (const part of parts.filter(({ node }) => isException(node))) {
        const others = parts.filter((other) => other !== part);
        if (inquiry.isImpossible([isReached, ...others])) continue;
        const { reference } = rule.rule;
        yield {
          kind: "found",
          message: `The rule ${titleOf(reference)} never matches: ${shortened(printExpression(part.node), 80)} leaves none of its requests.`,
          rules: [reference],
          examples: [],
        };
        break;
      }
    }
  },
});

/** What has to be true together for a rule to match. */
function conjunctionOf({ readings }: SymbolicRule): (Goal & { readonly node: Expression })[] {
  return readings.flatMap(({ tree, formulaOf }) => {
    if (tree === undefined) return [];
    const { node } = tree;
    const operands = isLogical(node) && node.operator === "&&" ? operandsOf(node, "&&") : [node];
    return operands.map((operand) => ({
      node: operand,
      formula: formulaOf(operand),
      outcomes: isTrue,
    }));
  });
}

function isException(node: Expression): boolean {
  return (
    (node.kind === "unary" && node.operator === "!") ||
    (node.kind === "binary" && node.operator === "!=")
  );
}
