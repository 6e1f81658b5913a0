import { shortened } from "@traffic-policy/policy-language/internal";
import { fieldsOfFormat } from "../../analysis/config-values.ts";
import { unfilledPlaceholder } from "../../analysis/placeholder.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A text still has a placeholder, such as `<CLIENT_ID>`, `{your secret}`, `YOUR_DOMAIN` or `$NAME`.",
    wrong: `{ "on_http_request": [ { "name": "Slack", "actions": [ { "type": "verify-webhook", "config": { "provider": "slack", "secret": "{your secret}" } } ] } ] }`,
    right: `{ "on_http_request": [ { "name": "Slack", "actions": [ { "type": "verify-webhook", "config": { "provider": "slack", "secret": "\${secrets.get('webhooks', 'slack')}" } } ] } ] }`,
    why: "The service takes the text as it is: nothing fills it in, not even from the environment. `action/url` and `action/cidr` report placeholders in URLs and addresses.",
  },
  visit: {
    action(node, report) {
      for (const [path, text] of node.strings) {
        const placeholder = unfilledPlaceholder(text);
        if (placeholder === undefined || isReadElsewhere(node, path)) continue;
        report({ path, ...finding(placeholder) });
      }
    },
    literal({ expression, literal }, report) {
      const placeholder = unfilledPlaceholder(literal.value);
      if (placeholder !== undefined)
        report({ ...expression.at(literal.span), ...finding(placeholder) });
    },
  },
});

/** True for a URL, an address or the replacement in a URL, which have rules of their own. */
function isReadElsewhere(node: ActionNode, path: string): boolean {
  const { definition } = node;
  if (definition === undefined) return false;
  const fields = [...fieldsOfFormat(definition, "url"), ...fieldsOfFormat(definition, "cidr")];
  const plain = path.replaceAll(/\/\d+(?=\/|$)/g, "");
  return (
    fields.some((field) => node.pathOf(...field.split(".")) === plain) ||
    (definition.rewrite !== undefined && path === node.pathOf(definition.rewrite.to))
  );
}

function finding(placeholder: string): { message: string; help: string } {
  return {
    message: `The placeholder ${shortened(placeholder)} is not filled in.`,
    help: "Write the value itself: the service takes the text literally.",
  };
}
