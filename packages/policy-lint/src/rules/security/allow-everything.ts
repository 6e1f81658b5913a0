import { type JsonValue } from "@traffic-policy/policy-language";
import { parseCidr } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import { formattedTexts } from "../../nodes/expression-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A list of addresses includes every address.",
    wrong:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["0.0.0.0/0"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "A range such as `0.0.0.0/0` includes every address, so nobody is kept out. To refuse only some addresses, all others have to be allowed: beside a `deny` list such a range is correct.",
  },
  only: {
    action: ({ addressLists }) => addressLists !== undefined,
    formattedText: (format) => format === "cidr",
  },
  visit: {
    action(node, report) {
      const lists = node.definition?.addressLists;
      if (lists === undefined) return;
      // Where something else refuses requests, allowing the rest is usual.
      if ([lists.deny, ...lists.others].some((field) => hasItems(node.field(field)))) return;
      for (const { path, text } of textsOf(node, lists.allow)) {
        const version = versionOfAll(text);
        if (version === undefined) continue;
        report({
          path,
          message: `"${text}" lets every IPv${version} address through.`,
          help: "Write the ranges to allow, or remove the action.",
        });
      }
    },
    formattedText({ expression, literal, call }, report) {
      const version = versionOfAll(literal.value);
      if (version === undefined) return;
      const others = formattedTexts(expression, call).filter(
        (other) => other.format === "cidr" && other.literal !== literal,
      );
      report({
        ...expression.at(literal.span),
        message: `Every IPv${version} address is in "${literal.value}".`,
        help: "Write the range that you mean.",
        // On its own it may test which version of IP an address has.
        ...(others.length === 0 && { atMost: "info" }),
      });
    },
  },
});

function versionOfAll(text: string): 4 | 6 | undefined {
  const range = parseCidr(text);
  return range?.prefix === 0 ? range.version : undefined;
}

function hasItems(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}
