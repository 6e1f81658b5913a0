import { cidrOverlaps, rangesOf, type CidrOverlap } from "../../analysis/address-ranges.ts";
import { fieldsOfFormat } from "../../analysis/config-values.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  fix: "safe",
  docs: {
    what: "A CIDR is in a list twice, or is part of another one in the list.",
    wrong:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24", "192.0.2.128/25"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "It does no harm, but makes the list longer, and removing one of the two changes nothing.",
  },
  only: { action: (definition) => fieldsOfFormat(definition, "cidr").length > 0 },
  visit: {
    action(node, report) {
      for (const field of node.definition ? fieldsOfFormat(node.definition, "cidr") : []) {
        for (const overlap of cidrOverlaps(rangesOf(node, field))) report(superfluous(overlap));
      }
    },
  },
});

function superfluous({ inner, outer }: CidrOverlap): Finding {
  const isSame = inner.range.text === outer.range.text;
  return {
    path: inner.path,
    message: isSame
      ? `"${inner.text}" is already in this list.`
      : `"${inner.text}" is part of "${outer.text}", which is also in this list.`,
    help: "Remove it.",
    related: [{ message: "The other one is here.", path: outer.path }],
    fix: { title: "Remove it", safe: true, edits: [{ path: inner.path, remove: true }] },
  };
}
