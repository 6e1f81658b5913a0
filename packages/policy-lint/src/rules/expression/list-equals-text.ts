import { shortened } from "@traffic-policy/policy-language/internal";
import { listComparison } from "../../analysis/expression/wrong-operands.ts";
import { fixOf, toWrite, writtenOperand } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A list of strings, such as the values of a header, is compared with a string.",
    wrong: `{ "inbound": [ { "name": "old clients", "expressions": ["getReqHeader('X-Client') == 'old'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "old clients", "expressions": ["'old' in getReqHeader('X-Client')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A request can have a header more than once, so its value is a list, and so are the values of a query parameter. CEL does not compare a list with a string: the service refuses the policy.",
  },
  only: { checkError: (code) => code === "no-such-operator" },
  visit: {
    checkError({ expression, error }, report) {
      const comparison = listComparison(expression, error);
      const span = comparison?.node.span;
      if (comparison === undefined || span === undefined) return;
      const list = writtenOperand(expression.text, comparison.list);
      const isIn = `${writtenOperand(expression.text, comparison.text)} in ${list}`;
      const text = comparison.node.operator === "==" ? isIn : `!(${isIn})`;
      report({
        ...expression.at(span),
        message: `${shortened(list)} is a list, and a list never equals a string.`,
        help: `${toWrite(text)}.`,
        // Not safe: a policy that was refused starts to work, and "one of the values is this text" is
        // only the likeliest meaning: all of them could be meant, or the first.
        fix: fixOf(expression, [{ span, text }]),
      });
    },
  },
});
