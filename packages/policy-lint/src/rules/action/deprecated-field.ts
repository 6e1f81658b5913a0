import type { DeprecatedField, Edit } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  tag: "deprecated",
  docs: {
    what: "A key of a config is one that the service had once.",
    wrong:
      '{ "on_http_request": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "content": "Closed.", "headers": { "content-type": "text/plain" } } } ] } ] }',
    right:
      '{ "on_http_request": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "body": "Closed.", "headers": { "content-type": "text/plain" } } } ] } ] }',
    why: "The documentation of today has another key for it, or none. Whether the service still accepts the earlier one is not documented.",
  },
  only: { action: ({ deprecatedFields }) => deprecatedFields !== undefined },
  visit: {
    action(node, report) {
      for (const [field, known] of Object.entries(node.definition?.deprecatedFields ?? {})) {
        const value = node.field(field);
        if (value === undefined) continue;
        const { replacement, unless = [] } = known;
        const path = node.pathOf(field);
        const edit = isAmong(unless, value) ? undefined : editFor(node, path, known);
        report({
          path,
          part: "key",
          message: `"${field}" is ${replacement === undefined ? "no key of this action any more" : `called "${replacement}" today`}.`,
          help: help(node, field, known),
          ...(edit && {
            fix: {
              title: replacement === undefined ? "Remove it" : `Write "${replacement}"`,
              safe: true,
              edits: [edit],
            },
          }),
        });
      }
    },
  },
});

function editFor(
  node: ActionNode,
  path: string,
  { replacement }: DeprecatedField,
): Edit | undefined {
  if (replacement === undefined) return { path, remove: true };
  return node.field(replacement) === undefined ? { path, key: replacement } : undefined;
}

function help(
  node: ActionNode,
  field: string,
  { replacement, unless = [] }: DeprecatedField,
): string {
  if (replacement === undefined) {
    const value = node.field(field);
    return isAmong(unless, value)
      ? `What ${JSON.stringify(value)} stood for has to be written in another way.`
      : "Remove it.";
  }
  return node.field(replacement) === undefined
    ? `Write "${replacement}".`
    : `Remove it, or "${replacement}".`;
}

function isAmong(values: readonly string[], value: unknown): boolean {
  return typeof value === "string" && values.includes(value);
}
