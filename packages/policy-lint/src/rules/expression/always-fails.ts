import { failuresIn } from "../../analysis/expression/failure.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A conversion of a text or a division fails for every request.",
    wrong: `{ "inbound": [ { "name": "Large", "expressions": ["hasReqHeader('X-Size') && int(getReqHeader('X-Size')[0]) > int('10 MB')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Large", "expressions": ["hasReqHeader('X-Size') && int(getReqHeader('X-Size')[0]) > 10000000"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL has no value for these, so the expression fails when it is evaluated, and the request with it. Times, durations and regular expressions have rules of their own.",
  },
  visit: {
    expression(expression, report) {
      const { tree, text } = expression;
      if (tree === undefined || !mayFail.test(text)) return;
      for (const { node, why } of failuresIn(tree)) {
        const help = "Write another value.";
        report({ ...expression.at(node.span), message: why, help, claim: "fails" });
      }
    },
  },
});

/** A quick test for expressions that may have a problem, so that most are not walked. */
const mayFail = /[/%]\s*0|\b(?:int|uint|double|bool)\s*\(\s*[rR]?['"]/;
