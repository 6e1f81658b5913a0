import { shortened } from "@traffic-policy/policy-language";
import { addressQuestions } from "../../analysis/expression/address-question.ts";
import { rangeQuestion } from "../../analysis/expression/range-question.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { longestAdvice, toWrite, writtenOperand } from "../../analysis/expression/written.ts";
import { defineRule, type Fix } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The address of a client or server is searched as text, or compared with a range.",
    wrong: `{ "inbound": [ { "name": "inside", "expressions": ["conn.client_ip.startsWith('10.')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "inside", "expressions": ["inCidrRange(conn.client_ip, '10.0.0.0/8')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The text of an address never equals a range, and the same IPv6 address can be written in many ways. A prefix or pattern easily takes in more than is meant: `startsWith('10')` is true of 100.64.0.1 as well.",
  },
  visit: {
    expression(node, report) {
      const { dialect } = node.place;
      for (const { node: part, address, never, ranges, denied } of addressQuestions(node)) {
        const written = writtenOperand(node.text, address);
        const question = ranges && rangeQuestion(dialect, written, ranges);
        const instead = question && (denied ? `!${question}` : question);
        const example = rangeQuestion(dialect, written, ["192.0.2.0/24"]);
        const { span } = part;
        report({
          ...node.at(span),
          message: never
            ? `${shortened(written)} is one address, so a range is never part of its text.`
            : `${shortened(written)} is searched as text.`,
          ...(instead
            ? { help: `${toWrite(instead)}.` }
            : example && {
                help: `Test for a range of addresses: ${shortened(example, longestAdvice)}.`,
              }),
          ...(instead && span && { fix: fixOf(instead) }),
        });

        function fixOf(text: string): Fix {
          // Not safe: a condition that was never true can become so, and what a text asks of the
          // addresses of IPv6 is not always what a range asks.
          const edits = span ? editsOf(node, [{ span, text }]) : [];
          return { title: toWrite(text), safe: false, edits };
        }
      }
    },
  },
});
