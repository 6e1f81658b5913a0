import { shortened } from "@traffic-policy/policy-language";
import { alwaysMatches } from "../../analysis/flow/always-matches.ts";
import { literalOf } from "../../analysis/expression/plain-pattern.ts";
import { rewriteOf, type RewriteConfig } from "../../analysis/config/rewrite-of.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A redirect leads to a URL that it redirects again.",
    wrong:
      '{ "inbound": [ { "name": "The shop has moved", "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "The shop has moved", "expressions": ["req.url.path.startsWith(\'/products\')"], "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }',
    why: "A regular expression matches anywhere in the URL. So `/products` is also found in `/shop/products`, the client is sent on to `/shop/shop/products`, and so forth until it gives up.",
  },
  visit: {
    section(_section, report) {
      let isOver = false;
      return (rule) => {
        for (const action of isOver ? [] : rule.actions) {
          const { definition } = action;
          const rewrite = definition?.answer?.kind === "redirect" ? rewriteOf(action) : undefined;
          if (rewrite !== undefined && leadsToItself(rewrite) && alwaysMatches(rule)) {
            report({
              path: rewrite.toPath,
              message: `The new URL has "${shortened(literalOf(rewrite.from ?? "") ?? "")}" in it, so it is redirected again, without an end.`,
              help: "Give the rule a condition that the new URL does not meet, such as one about the beginning of the path.",
            });
          }
          // What comes after it takes place only sometimes.
          isOver ||= !alwaysGoesOn(action);
          if (isOver) return;
        }
      };
    },
  },
});

/** Whether what comes after an action sees the same URL, whatever the request is. */
function alwaysGoesOn({ definition }: ActionNode): boolean {
  return definition?.endsProcessing === "never" && definition.rewrite === undefined;
}

/** Only for paths: another host may well be served by somebody else. */
function leadsToItself({ from, to }: RewriteConfig): boolean {
  const text = from === undefined ? undefined : literalOf(from);
  const isPath = /^\/[^/]/.test(to) && text !== undefined && /^\/[^/]/.test(text);
  // What comes after the # stays with the client.
  const [sent = ""] = to.split("#");
  return isPath && !to.includes("$") && to !== text && sent.includes(text);
}
