import { cidrOverlaps, rangesOf } from "../../analysis/address-ranges.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A CIDR is allowed, but also denied as a whole.",
    wrong:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24", "198.51.100.7/32"], "deny": ["198.51.100.0/24"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"], "deny": ["192.0.2.66/32"] } } ] } ] }',
    why: "An address is permitted when it is allowed and not denied. So an entry of `allow` that `deny` covers permits nobody, although it reads as if it did.",
  },
  only: { action: ({ addressLists }) => addressLists !== undefined },
  visit: {
    action(node, report) {
      const lists = node.definition?.addressLists;
      if (lists === undefined) return;
      const allowed = rangesOf(node, lists.allow);
      const isAllowed = new Set(allowed.map(({ path }) => path));
      // Denied ranges come first, so that of two equal ranges the denied one is the outer one.
      for (const { inner, outer } of cidrOverlaps([...rangesOf(node, lists.deny), ...allowed])) {
        if (!isAllowed.has(inner.path) || isAllowed.has(outer.path)) continue;
        report({
          path: inner.path,
          message: `"${inner.text}" permits nobody, because "${lists.deny}" includes "${outer.text}".`,
          help: `Remove one of them: an address in "${lists.deny}" is refused even if it is also in "${lists.allow}".`,
          related: [{ message: "It is denied here.", path: outer.path }],
        });
      }
    },
  },
});
