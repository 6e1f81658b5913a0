import { operandsOf, type Expression } from "@traffic-policy/policy-language";
import { subjectsOf, type Condition } from "@traffic-policy/policy-logic";
import { constantParts, type ConstantPart } from "../../analysis/logic/constant-parts.ts";
import { logicOf, Operand, writtenText } from "../../analysis/logic/operands.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A condition, or a part of one, is true or false for every request.",
    wrong: `{ "inbound": [ { "expressions": ["req.method != 'GET' || req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method != 'GET' && req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Such a condition has no effect, so something else was meant: often `&&` instead of `||`, a variable instead of a literal, or another day or month: days of the week are 0 to 6, and months 0 to 11. A condition that is just `true` or `false` may be intended and is only a hint.",
  },
  visit: {
    expression(node, report) {
      const logic = logicOf(node);
      if (logic === undefined) return;
      for (const part of constantParts(node)) {
        const { link, claim } = part;
        const isWhole = node.role === "condition" && link.node === logic.tree;
        const neutral = link.within?.operator === "&&" ? "always true" : "always false";
        const isRemovable = link.within !== undefined && claim === neutral;
        const removal = isRemovable ? new Operand(node, link, logic).removal : undefined;
        report({
          ...node.at(link.node.span),
          message: `${writtenText(node, link.node)} is ${claim}.`,
          help: isWhole ? helpForWhole(part, logic) : helpForPart(part, logic),
          ...(link.node.kind === "literal" && link.within === undefined ? { atMost: "info" } : {}),
          ...(removal && {
            fix: { title: "Remove it", safe: true, edits: [removal] },
          }),
        });
      }
    },
  },
});

function helpForWhole(part: ConstantPart, logic: Condition): string {
  const { link, claim } = part;
  if (claim === "always false" || claim === "never true") {
    return "The rule never matches: correct the condition, or remove the rule.";
  }
  return link.node.kind === "literal"
    ? "Remove it: a rule without conditions always matches."
    : helpForPart(part, logic);
}

function helpForPart({ link, claim }: ConstantPart, logic: Condition): string {
  const { node, within } = link;
  if (node.kind === "binary" && node.operator === "||") {
    return excludesTwice(operandsOf(node, "||"), logic)
      ? "Two != joined with || are always true: write && to exclude both values."
      : "For every value one of its sides is true: correct it, perhaps with &&.";
  }
  const isTrue = claim === "always true" || claim === "never false";
  if (within !== undefined && (within.operator === "||") === isTrue) {
    return `It makes the whole ${within.operator} ${claim}: correct it.`;
  }
  if (claim === "never true" || claim === "never false") {
    return "It only decides whether the rule fails: correct it.";
  }
  return within === undefined
    ? "It has no effect: correct it."
    : `It has no effect in the ${within.operator}: remove it, or correct it.`;
}

/** Whether two of these are `!=` on the same subject, so that one of them is true for every value. */
function excludesTwice(operands: readonly Expression[], logic: Condition): boolean {
  const excluded = operands.flatMap((operand) => {
    const formula = logic.formulaOf(operand);
    const isUnequal = operand.kind === "binary" && operand.operator === "!=";
    return isUnequal && formula.kind === "not" ? [...subjectsOf(formula)] : [];
  });
  return new Set(excluded).size < excluded.length;
}
