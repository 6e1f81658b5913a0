import { parseExpression, shortened } from "@traffic-policy/policy-language";
import { currentFormOf, formOf } from "../../analysis/expression/same-form.ts";
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
  visit: {
    action(node, report) {
      const listed = node.definition?.listedExpressions ?? {};
      for (const [field, texts] of Object.entries(listed)) {
        const forms = formsOf(texts);
        const place = node.pathOf(field);
        for (const expression of node.expressions) {
          const { path, text, checked } = expression;
          const isOwn = path === place || path.startsWith(`${place}/`);
          // What is wrong in itself is told by the rules about expressions.
          if (!isOwn || checked === undefined || checked.errors.length > 0) continue;
          if (forms.has(currentFormOf(expression) ?? text)) continue;
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

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

function formsOf(texts: readonly string[]): ReadonlySet<string> {
  const forms =
    known.get(texts) ??
    new Set(
      texts.flatMap((text) => {
        const result = parseExpression(text);
        return result.ok ? [formOf(result.tree)] : [];
      }),
    );
  known.set(texts, forms);
  return forms;
}
