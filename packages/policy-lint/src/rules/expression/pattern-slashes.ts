import { shortened } from "@traffic-policy/policy-language";
import { withoutSlashes } from "../../analysis/expression/misread-pattern.ts";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A regular expression is written between slashes, as in JavaScript.",
    wrong: `{ "inbound": [ { "name": "bots", "expressions": ["req.user_agent.matches('/gptbot/i')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "bots", "expressions": ["req.user_agent.matches('(?i)gptbot')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "In CEL a pattern is a text: the slashes and the flags after them are characters that have to be matched, so the condition is hardly ever true. Flags are written at the beginning, as in `(?i)`. The fix changes what the rule matches; review it first.",
  },
  only: { formattedText: (format) => format === "regular-expression" },
  visit: {
    formattedText(part, report) {
      const { expression, literal } = part;
      const meant = withoutSlashes(part);
      if (meant === undefined) return;
      report({
        ...expression.at(literal.span),
        message: `The slashes around ${shortened(literal.value)} are matched as characters.`,
        help: `Write '${shortened(meant)}'.`,
        fix: writeInstead(expression, literal, meant),
      });
    },
  },
});
