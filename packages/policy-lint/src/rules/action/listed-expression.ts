import {
  parseExpression,
  printExpression,
  shortened,
  type Expression,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  docs: {
    what: "An expression of a config is none of those that the service's documentation lists for it, such as the keys of a rate limit.",
    wrong:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["req.method"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    why: "The documentation lists a few keys, and does not say whether there are more. A policy with another one may be refused.",
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
          // What is wrong in itself is told by the rules about expressions.
          if (!isOwn || checked === undefined || checked.errors.length > 0) continue;
          if (texts.includes(text)) continue;
          if (formsOf(texts).has(currentFormOf(expression) ?? text)) continue;
          report({
            path,
            message: `${shortened(text)} is not among the expressions that are documented for "${field}".`,
            help: `These are ${texts.join(", ")}.`,
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

/** Writes an expression so that two of them look the same if only their texts are different. */
function formOf(tree: Expression): string {
  return printExpression(withoutTexts(tree));
}

/** The same for an expression of a policy, with the names of today for its variables. */
function currentFormOf({ tree, checked }: ExpressionNode): string | undefined {
  if (tree === undefined) return undefined;
  const renamed = (checked?.variables ?? []).flatMap(({ definition: { name, renamedTo } }) =>
    renamedTo === undefined ? [] : [[name, renamedTo] as const],
  );
  return renamed.reduce((text, [name, today]) => text.replace(name, today), formOf(tree));
}

function withoutTexts(tree: Expression): Expression {
  switch (tree.kind) {
    case "literal":
      return tree.type === "string" ? { ...tree, value: "" } : tree;
    case "index":
      return { ...tree, operand: withoutTexts(tree.operand), index: withoutTexts(tree.index) };
    case "select":
      return { ...tree, operand: withoutTexts(tree.operand) };
    case "call":
      return { ...tree, arguments: tree.arguments.map(withoutTexts) };
    default:
      return tree;
  }
}
