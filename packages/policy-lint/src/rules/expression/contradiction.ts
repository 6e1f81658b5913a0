import { contradictions, type Contradiction } from "../../analysis/logic/contradictions.ts";
import { conjunctionOf } from "../../analysis/logic/operands.ts";
import { ofEqualConditions } from "../../analysis/equal-rules.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  strict: "error",
  docs: {
    what: "Conditions of a rule, or operands of `&&`, can never be true together.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code < 200 && res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code < 200 || res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    why: "All conditions of a rule have to be true for it to match, so such a rule never does anything. Usually `||` was meant, or the conditions were copied and only one of them was changed.",
  },
  visit: {
    rule(node, report) {
      if (canBeTrue(node)) return;
      for (const found of contradictions(conjunctionOf(node))) report(findingOf(found));
    },
    chain({ operator, operands }, report) {
      if (operator !== "&&") return;
      for (const found of contradictions(operands)) report(findingOf(found));
    },
  },
});

const canBeTrue = ofEqualConditions((rule) => contradictions(conjunctionOf(rule)).length === 0);

function findingOf({ operand, others }: Contradiction): Finding {
  const named = others.length > 1 ? "the conditions before it" : (others[0]?.text ?? "");
  return {
    ...operand.place,
    message: `${operand.text} can never be true together with ${named}.`,
    help: "If one of them is enough, write them as one condition with ||.",
    related: others.map((other) => ({
      message: "This has to be true at the same time.",
      ...other.place,
    })),
  };
}
