import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An action sets the same header twice, under names that differ only in case.",
    wrong:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "X-Release": "1", "x-release": "2" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2" } } } ] } ] }',
    why: "Header names are case-insensitive. Which of the two values is sent, or whether both are, is not known.",
  },
  only: { action: ({ headers }) => headers !== undefined && "sets" in headers },
  visit: {
    action(node, report) {
      const seen = new Map<string, { readonly name: string; readonly path: string }>();
      for (const { name, path } of setHeaders(node)) {
        const key = name.toLowerCase();
        const first = seen.get(key);
        if (first === undefined) seen.set(key, { name, path });
        else
          report({
            path,
            part: "key",
            message: `"${shortened(name)}" and "${shortened(first.name)}" are the same header.`,
            help: "Remove one of them.",
            related: [{ message: "The other one is here.", path: first.path, part: "key" }],
          });
      }
    },
  },
});
