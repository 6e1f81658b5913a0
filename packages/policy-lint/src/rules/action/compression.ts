import { type JsonValue } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { itemsOf } from "../../nodes/action-node.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A `compress-response` names no algorithm, or names one twice.",
    wrong:
      '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response", "config": { "algorithms": ["gzip", "br", "gzip"] } } ] } ] }',
    right:
      '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response", "config": { "algorithms": ["gzip", "br"] } } ] } ] }',
    why: "Without an algorithm there is nothing to compress with; omit `algorithms` to use all of them. A duplicate has no effect.",
  },
  only: { action: ({ compression }) => compression !== undefined },
  visit: {
    action(node, report) {
      const field = node.definition?.compression;
      if (field === undefined) return;
      const path = node.pathOf(field);
      const algorithms = node.field(field);
      if (Array.isArray(algorithms) && algorithms.length === 0) {
        report({
          path,
          message: "There is no algorithm to compress with.",
          help: `Name one, such as "gzip", or remove "${field}" to use all of them.`,
        });
      }
      const seen = new Set<JsonValue>();
      for (const [index, name] of itemsOf(algorithms)) {
        const at = `${path}/${index}`;
        if (typeof name === "string" && seen.has(name)) {
          report({
            path: at,
            message: `"${shortened(name)}" is already in this list.`,
            help: "Remove it.",
            fix: { title: "Remove it", safe: true, edits: [{ path: at, remove: true }] },
          });
        }
        seen.add(name);
      }
    },
  },
});
