import { shortened } from "@traffic-policy/policy-language/internal";
import { fieldsOfFormat } from "../../analysis/config-values.ts";
import { unfilledPlaceholder } from "../../analysis/placeholder.ts";
import { strings } from "../../nodes/action-node.ts";
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
      const { definition, config } = node;
      const elsewhere = definition
        ? [...fieldsOfFormat(definition, "url"), ...fieldsOfFormat(definition, "cidr")]
        : [];
      const paths = new Set(elsewhere.map((field) => node.pathOf(...field.split("."))));
      const to = definition?.rewrite && node.pathOf(definition.rewrite.to);
      for (const [path, text] of strings(config, node.pathOf())) {
        const plain = path.replaceAll(/\/\d+(?=\/|$)/g, "");
        if (paths.has(plain) || path === to) continue;
        const placeholder = unfilledPlaceholder(text);
        if (placeholder !== undefined) report({ path, ...finding(placeholder) });
      }
    },
    literal({ expression, literal }, report) {
      const placeholder = unfilledPlaceholder(literal.value);
      if (placeholder !== undefined)
        report({ ...expression.at(literal.span), ...finding(placeholder) });
    },
  },
});

function finding(placeholder: string): { message: string; help: string } {
  return {
    message: `The placeholder ${shortened(placeholder)} is not filled in.`,
    help: "Write the value itself: the service takes the text literally.",
  };
}
