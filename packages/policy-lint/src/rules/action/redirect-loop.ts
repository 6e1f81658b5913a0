import { shortened } from "@traffic-policy/policy-language/internal";
import { literalOf } from "../../analysis/expression/plain-pattern.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import { defineRule } from "../../rule.ts";
import { alwaysMatches } from "../../analysis/flow/rule-facts.ts";
import { type RewriteConfig, rewriteOf } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A redirect leads to a URL that it redirects again.",
    wrong:
      '{ "inbound": [ { "name": "The shop has moved", "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "The shop has moved", "expressions": ["req.url.path.startsWith(\'/products\')"], "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }',
    why: "A regular expression matches anywhere in the URL. So `/products` also matches in `/shop/products`, the client is redirected to `/shop/shop/products`, and so on until it gives up.",
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
              message: `The new URL contains "${shortened(literalOf(rewrite.from ?? "") ?? "")}", so it is redirected again, endlessly.`,
              help: "Add a condition that the new URL does not meet, such as one on the start of the path.",
            });
          }
          // The actions after it run only sometimes.
          isOver ||= !alwaysGoesOn(action);
          if (isOver) return;
        }
      };
    },
  },
});

function alwaysGoesOn({ definition }: ActionNode): boolean {
  return definition?.endsProcessing === "never" && definition.rewrite === undefined;
}

/** Only for paths: another server may serve another host. */
function leadsToItself({ from, to }: RewriteConfig): boolean {
  const text = from === undefined ? undefined : literalOf(from);
  const isPath = /^\/[^/]/.test(to) && text !== undefined && /^\/[^/]/.test(text);
  // The client does not send the part after the #.
  const [sent = ""] = to.split("#");
  return isPath && !to.includes("$") && to !== text && sent.includes(text);
}
