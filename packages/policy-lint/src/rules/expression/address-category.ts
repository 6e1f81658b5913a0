import { type Expression } from "@traffic-policy/policy-language";
import { nearMiss, shortened } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { isText, partsOf, type TextLiteral } from "../../nodes/tree-parts.ts";
import { defineRule, type Report } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A category of addresses is misspelt.",
    wrong: `{ "on_http_request": [ { "name": "Tor", "expressions": ["'proxy.anonymus.tor' in conn.client_ip.categories"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "on_http_request": [ { "name": "Tor", "expressions": ["'proxy.anonymous.tor' in conn.client_ip.categories"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "No address has a category that does not exist, so the condition is the same for every request. The documented list may grow: a category that is like none of them is not reported.",
  },
  only: {
    access: ({ values }) => values !== undefined,
    variable: ({ values }) => values !== undefined,
  },
  visit: {
    access({ expression, variable, key }, report) {
      if (isText(key)) look(expression, key, variable.values, report);
    },
    variable({ expression, definition: { values }, span }, report) {
      for (const { node } of expression.parts) {
        if (node.kind !== "call" || node.target?.span !== span) continue;
        const [item, body] = node.arguments;
        if (item?.kind !== "identifier" || body === undefined) continue;
        for (const text of textsComparedWith(item.name, body)) {
          look(expression, text, values, report);
        }
      }
    },
  },
});

/** `'a'` for the item `c` in `c == 'a'`. */
function textsComparedWith(item: string, body: Expression): TextLiteral[] {
  return partsOf(body).flatMap(({ node }) => {
    if (node.kind !== "binary" || !["==", "!="].includes(node.operator)) return [];
    const sides = [node.left, node.right];
    const isItem = sides.some((side) => side.kind === "identifier" && side.name === item);
    return isItem ? sides.filter(isText) : [];
  });
}

function look(
  expression: ExpressionNode,
  literal: TextLiteral,
  values: readonly string[] = [],
  report: Report,
): void {
  const { value, span } = literal;
  const known = new Set(values.flatMap(prefixes));
  if (known.has(value)) return;
  const meant = nearMiss(value, known);
  if (meant === undefined) return;
  report({
    ...expression.at(span),
    message: `'${shortened(value)}' is not a known category of addresses.`,
    help: `Did you mean '${meant}'?`,
    fix: writeInstead(expression, literal, meant),
  });
}

/** `com`, `com.github` and `com.github.hooks` for the last of them. */
function prefixes(category: string): string[] {
  const parts = category.split(".");
  return parts.map((_part, index) => parts.slice(0, index + 1).join("."));
}
