import { describeCheckError, type CheckError } from "@traffic-policy/policy-language";
import { variablesOf } from "@traffic-policy/policy-language/internal";
import { fixOf, isBetterWith, type Replacement } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "An expression uses something that does not exist in this direction or for this protocol.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "one client", "expressions": ["conn.client_ip == '192.0.2.1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A TCP edge knows nothing of HTTP, and before the upstream has answered there is no response. Where the documentation of the service leaves that open, the finding is a warning. What depends on the protocol is reported only when the protocol is known.",
    protocol: "tcp",
  },
  only: { checkError: (code) => code === "unavailable-here" },
  visit: {
    checkError({ expression, error }, report) {
      const replacement = currentName(expression, error);
      report({
        ...expression.at(error.span),
        ...describeCheckError(error),
        ...(error.unsure && { atMost: "warning" }),
        ...(replacement && {
          help: `Write ${replacement.text}, the current name, which exists here.`,
          // A policy that was refused starts to work.
          fix: fixOf(expression, [replacement]),
        }),
      });
    },
  },
});

/** Replaces a deprecated name that does not exist here with the current name, if that reduces the errors. */
function currentName(node: ExpressionNode, { span, args }: CheckError): Replacement | undefined {
  const variables = variablesOf(node.place.dialect);
  const today = variables.find(({ name }) => name === args["name"])?.renamedTo;
  if (today === undefined || span === undefined) return undefined;
  const replacement = { span, text: today };
  return isBetterWith(node, [replacement]) ? replacement : undefined;
}
