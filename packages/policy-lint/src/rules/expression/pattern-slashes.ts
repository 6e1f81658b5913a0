import { shortened } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import {
  patternBetweenSlashes,
  withoutSlashes,
} from "../../analysis/expression/misread-pattern.ts";
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
  only: {
    action: ({ regularExpressions }) => regularExpressions.length > 0,
    formattedText: (format) => format === "regular-expression",
  },
  visit: {
    action(node, report) {
      const { regularExpressions = [], rewrite } = node.definition ?? {};
      for (const field of regularExpressions) {
        for (const { path, text } of textsOf(node, field)) {
          const meant = patternBetweenSlashes(text, rewrite !== undefined);
          if (meant === undefined) continue;
          const edits = [{ path, value: meant }];
          const fix = { title: `Write "${meant}"`, safe: false, edits };
          report({ path, ...sentences(text, meant), fix });
        }
      }
    },
    formattedText(part, report) {
      const { expression, literal } = part;
      const meant = withoutSlashes(part);
      if (meant === undefined) return;
      report({
        ...expression.at(literal.span),
        ...sentences(literal.value, meant),
        fix: writeInstead(expression, literal, meant),
      });
    },
  },
});

function sentences(pattern: string, meant: string): { message: string; help: string } {
  return {
    message: `The slashes around ${shortened(pattern)} are matched as characters.`,
    help: `Write '${shortened(meant)}'.`,
  };
}
