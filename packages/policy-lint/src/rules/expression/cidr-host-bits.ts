import { parseAddress, parseCidr } from "@traffic-policy/policy-language";
import { formattedLiterals } from "../../analysis/expression/formatted-literals.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { writtenLike } from "../../analysis/expression/written.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A CIDR does not begin with the first address of its range.",
    wrong: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.66/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.0/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Only the first bits of a CIDR count, as many as its prefix is long. `192.0.2.66/24` is all of `192.0.2.0/24`, although it reads like one address in it. The fix writes the range as it is; a single address has the prefix 32, or 128 for IPv6.",
  },
  visit: {
    expression(node, report) {
      for (const { literal } of formattedLiterals(node, "cidr")) {
        const { span, value } = literal;
        const cidr = parseCidr(value);
        const address = parseAddress(value.split("/", 1)[0] ?? "");
        if (span === undefined || cidr === undefined || cidr.first === address?.first) continue;
        const text = writtenLike(node.text, span, cidr.text);
        report({
          ...node.at(span),
          message: `"${value}" stands for the whole range ${cidr.text}.`,
          help: `Write "${cidr.text}" if that is meant, or "${address?.text}" for the one address.`,
          fix: { title: `Write ${cidr.text}`, safe: true, edits: editsOf(node, [{ span, text }]) },
        });
      }
    },
  },
});
