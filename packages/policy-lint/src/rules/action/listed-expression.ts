import { parseExpression, printExpression, type Expression } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  docs: {
    what: "An expression in a config, such as the key of a rate limit, is not one that the documentation lists.",
    wrong:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["req.method"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    why: "The documentation lists a few expressions and does not say whether there are more. A policy with another one may be refused.",
  },
  only: { action: ({ listedExpressions }) => listedExpressions !== undefined },
  visit: {
    action(node, report) {
      const listed = node.definition?.listedExpressions ?? {};
      for (const [field, texts] of Object.entries(listed)) {
        const place = node.pathOf(field);
        for (const expression of node.expressions) {
          const { path, text, checked } = expression;
          const isOwn = path === place || path.startsWith(`${place}/`);
          // The rules about expressions report what is wrong in itself.
          if (!isOwn || checked === undefined || checked.errors.length > 0) continue;
          if (texts.includes(text)) continue;
          if (formsOf(texts).has(currentFormOf(expression) ?? text)) continue;
          report({
            path,
            message: `${shortened(text)} is not one of the expressions documented for "${field}".`,
            help: `The documented ones are ${texts.join(", ")}.`,
          });
        }
      }
    },
  },
});

function formsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => {
      const result = parseExpression(text);
      return result.ok ? [formOf(result.tree)] : [];
    }),
  );
}

/** Prints an expression so that two that differ only in their string literals look the same. */
function formOf(tree: Expression): string {
  return printExpression(tree).replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
}

function currentFormOf({ tree, checked }: ExpressionNode): string | undefined {
  if (tree === undefined) return undefined;
  const renamed = (checked?.variables ?? []).flatMap(({ definition: { name, renamedTo } }) =>
    renamedTo === undefined ? [] : [[name, renamedTo] as const],
  );
  return renamed.reduce((text, [name, today]) => text.replace(name, today), formOf(tree));
}
