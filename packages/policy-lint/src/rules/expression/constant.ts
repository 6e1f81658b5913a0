import { constantParts } from "../../analysis/logic/constant-parts.ts";
import { Operand, writtenText } from "../../analysis/logic/operand.ts";
import { logicOf } from "../../analysis/logic/expression-logic.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A condition, or a part of one, is true or false whatever the request is.",
    wrong: `{ "inbound": [ { "expressions": ["req.method != 'GET' || req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method != 'GET' && req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Such a condition decides nothing, so something else was meant: often `&&` for `||`, or a variable where a text stands. A condition that is just `true` or `false` may be there on purpose and is only pointed out.",
  },
  visit: {
    expression(node, report) {
      const logic = logicOf(node);
      for (const { link, claim } of constantParts(node)) {
        const operand = logic && new Operand(node, link, logic);
        const isLiteral = link.node.kind === "literal";
        const neutral = link.within?.operator === "&&" ? "always true" : "always false";
        const removal = link.within && claim === neutral ? operand?.removal : undefined;
        report({
          ...node.at(link.node.span),
          message: `${writtenText(node, link.node)} is ${claim}.`,
          help: helpFor[claim],
          ...(isLiteral && link.within === undefined ? { atMost: "info" } : {}),
          ...(removal && {
            fix: { title: "Remove it", safe: true, edits: [removal] },
          }),
        });
      }
    },
  },
});

const whenTrue =
  "Remove it, or ask for what was meant. Two != with || between them are always true.";
const whenFalse = "What it stands before is never done; ask for what was meant.";

const helpFor = {
  "always true": whenTrue,
  "never false": whenTrue,
  "always false": whenFalse,
  "never true": whenFalse,
} as const;
