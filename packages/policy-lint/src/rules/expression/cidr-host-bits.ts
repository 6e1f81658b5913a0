import { editsOf, writtenLike } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";
import { hostBits } from "../../analysis/address-ranges.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A CIDR does not begin with the first address of its range.",
    wrong: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.66/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.0/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Only the bits of the prefix count in a CIDR. `192.0.2.66/24` is all of `192.0.2.0/24`, although it reads like one address in it. The fix writes the range as it is; a single address has the prefix length 32, or 128 for IPv6.",
  },
  only: { formattedText: (format) => format === "cidr" },
  visit: {
    formattedText({ expression, literal }, report) {
      const { span, value } = literal;
      const found = hostBits(value);
      if (span === undefined || found === undefined) return;
      const { range, message, help } = found;
      const text = writtenLike(expression.text, span, range);
      report({
        ...expression.at(span),
        message,
        help,
        fix: { title: `Write ${range}`, safe: true, edits: editsOf(expression, [{ span, text }]) },
      });
    },
  },
});
