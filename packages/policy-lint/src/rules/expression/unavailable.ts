import { describeCheckError } from "@traffic-policy/policy-language";
import { nameOfToday } from "../../analysis/expression/name-of-today.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "An expression uses what does not exist in this direction, or for what the policy is for.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "one client", "expressions": ["conn.client_ip == '192.0.2.1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A TCP edge knows nothing of HTTP, and before the upstream has answered there is no response. Where the documentation of the service leaves that open, the finding is a warning. What depends on the protocol is only told when the protocol is known.",
    protocol: "tcp",
  },
  visit: {
    expression(node, report) {
      for (const error of node.checked?.errors ?? []) {
        if (error.code !== "unavailable-here") continue;
        const replacement = nameOfToday(node, error);
        report({
          ...node.at(error.span),
          ...describeCheckError(error),
          ...(error.unsure && { atMost: "warning" }),
          ...(replacement && {
            help: `Write ${replacement.text}, the name of today, which exists here.`,
            // What was refused starts to work.
            fix: {
              title: `Write ${replacement.text}`,
              safe: false,
              edits: editsOf(node, [replacement]),
            },
          }),
        });
      }
    },
  },
});
