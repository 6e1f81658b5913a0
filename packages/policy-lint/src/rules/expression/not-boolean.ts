import { type CelType, type Expression, typeText } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { isAboutEarlierBool } from "../../analysis/expression/wrong-operands.ts";
import { defineRule } from "../../rule.ts";
import { longestAdvice, writtenOperand } from "../../analysis/expression/replacement.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A condition does not evaluate to true or false.",
    wrong: `{ "inbound": [ { "name": "signed in", "expressions": ["getReqHeader('Authorization')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "signed in", "expressions": ["hasReqHeader('Authorization')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL does not treat text, numbers or lists as true: the expressions of a rule have to be of type bool.",
  },
  only: { expression: (role) => role === "condition" },
  visit: {
    expression(node, report) {
      const { tree, checked } = node;
      if (tree === undefined || checked === undefined) return;
      if (["bool", "dyn", "free"].includes(checked.type.kind)) return;
      // The type is certain only when all names and types in the expression are correct.
      if (checked.errors.some(({ code }) => !/^(unavailable|invalid)-/.test(code))) return;
      report({
        ...node.at(tree.span),
        message: `The condition is of type ${typeText(checked.type)}, not bool.`,
        help: helpFor(
          tree,
          checked.type,
          shortened(writtenOperand(node.text, tree), longestAdvice),
        ),
        ...(isAboutEarlierBool(node, tree.span) && { atMost: "warning" }),
      });
    },
  },
});

function helpFor(tree: Expression, type: CelType, written: string): string {
  if (tree.kind === "literal" && tree.type === "string") {
    return "Remove the quotes around the condition.";
  }
  switch (type.kind) {
    case "list":
    case "map":
      return `Write size(${written}) > 0 to test that it is not empty.`;
    case "string":
      return `Compare it with a string: ${written} != ''.`;
    case "int":
      return `Compare it with a number: ${written} != 0.`;
    case "record":
      return "Compare one of its fields with something.";
    default:
      return "Compare it with something.";
  }
}
