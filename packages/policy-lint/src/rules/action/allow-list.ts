import { defineRule } from "../../rule.ts";
import { itemsOf } from "../../nodes/action-node.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  docs: {
    what: "An action that lets only some addresses through has none to let through.",
    wrong:
      '{ "inbound": [ { "name": "Block one", "actions": [ { "type": "restrict-ips", "config": { "deny": ["192.0.2.66/32"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Block one", "actions": [ { "type": "restrict-ips", "config": { "allow": ["0.0.0.0/0", "::/0"], "deny": ["192.0.2.66/32"] } } ] } ] }',
    why: "An address is permitted when it is allowed and not denied. So without allowed addresses everybody is probably refused. The documentation does not say so outright, so this is only a hint.",
  },
  only: { action: ({ addressLists }) => addressLists !== undefined },
  visit: {
    action(node, report) {
      const lists = node.definition?.addressLists;
      if (lists === undefined) return;
      const { allow, others } = lists;
      if ([allow, ...others].some((field) => itemsOf(node.field(field)).length > 0)) return;
      report({
        path: node.field(allow) === undefined ? `${node.path}/type` : node.pathOf(allow),
        message: `Without addresses in "${allow}", "${node.type}" probably refuses everybody.`,
        help: `Add "${allow}": ["0.0.0.0/0", "::/0"] to refuse only what is denied.`,
      });
    },
  },
});
