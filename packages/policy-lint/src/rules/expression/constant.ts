import { operandsOf, type Expression } from "@traffic-policy/policy-language";
import { subjectsOf, type Condition } from "@traffic-policy/policy-logic";
import { constantParts, type ConstantPart } from "../../analysis/logic/constant-parts.ts";
import { logicOf, Operand, writtenText } from "../../analysis/logic/operands.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A condition, or a part of one, is true or false whatever the request is.",
    wrong: `{ "inbound": [ { "expressions": ["req.method != 'GET' || req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method != 'GET' && req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Such a condition decides nothing, so something else was meant: often `&&` for `||`, a variable where a text stands, or another day or month: those of the week are 0 to 6, and months 0 to 11. A condition that is just `true` or `false` may be there on purpose and is only pointed out.",
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
    return "The rule never matches: ask for what was meant, or remove the rule.";
  }
  return link.node.kind === "literal"
    ? "Remove it: a rule without conditions always matches."
    : helpForPart(part, logic);
}

function helpForPart({ link, claim }: ConstantPart, logic: Condition): string {
  const { node, within } = link;
  if (node.kind === "binary" && node.operator === "||") {
    return excludesTwice(operandsOf(node, "||"), logic)
      ? "Two != with || between them are always true: write && to ask for neither of the values."
      : "For every value one of its sides is true: ask for what was meant, perhaps with &&.";
  }
  const isTrue = claim === "always true" || claim === "never false";
  if (within !== undefined && (within.operator === "||") === isTrue) {
    return `With it the whole ${within.operator} is ${claim}: ask for what was meant.`;
  }
  if (claim === "never true" || claim === "never false") {
    return "It decides nothing but whether the rule fails: ask for what was meant.";
  }
  return within === undefined
    ? "It decides nothing: ask for what was meant."
    : `It adds nothing to the ${within.operator}: remove it, or ask for what was meant.`;
}

/** Whether two of these are `!=` about the same, so that one of them is true whatever it is. */
function excludesTwice(operands: readonly Expression[], logic: Condition): boolean {
  const excluded = operands.flatMap((operand) => {
    const formula = logic.formulaOf(operand);
    const isUnequal = operand.kind === "binary" && operand.operator === "!=";
    return isUnequal && formula.kind === "not" ? [...subjectsOf(formula)] : [];
  });
  return new Set(excluded).size < excluded.length;
}
