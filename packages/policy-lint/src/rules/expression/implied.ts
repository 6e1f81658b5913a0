import { implied, type Implied } from "../../analysis/logic/implied.ts";
import { conjunctionOf } from "../../analysis/logic/operands.ts";
import { ofEqualConditions } from "../../analysis/equal-rules.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  docs: {
    what: "A condition follows from another one of the rule, or has no effect beside its neighbour in `&&` or `||`.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code >= 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code < 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    why: "A condition that has no effect is often a mistake: a wrong number, or the wrong operator.",
  },
  visit: {
    rule(node, report) {
      if (areNeeded(node)) return;
      for (const found of impliedIn(node)) report(findingOf(found, "&&"));
    },
    chain(chain, report) {
      for (const found of implied(chain)) report(findingOf(found, chain.operator));
    },
  },
});

function impliedIn(rule: RuleNode): Implied[] {
  return implied({ operator: "&&", operands: conjunctionOf(rule) });
}

const areNeeded = ofEqualConditions((rule) => impliedIn(rule).length === 0);

function findingOf({ operand, reason }: Implied, operator: "&&" | "||"): Finding {
  return {
    ...operand.place,
    message:
      operator === "&&"
        ? `${operand.text} is true whenever ${reason.text} is.`
        : `${reason.text} is true whenever ${operand.text} is.`,
    help: "One of them is enough; correct it if something else was meant.",
    related: [{ message: "This makes it redundant.", ...reason.place }],
  };
}
