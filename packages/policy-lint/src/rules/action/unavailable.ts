import { type ActionDefinition, type Protocol, protocols } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";
import type { Place } from "../../nodes/expression-node.ts";

export default defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "An action, or a key of its config, does not exist in this direction or for this protocol.",
    wrong:
      '{ "outbound": [ { "name": "No errors", "expressions": ["res.status_code >= 500"], "actions": [ { "type": "deny" } ] } ] }',
    right:
      '{ "outbound": [ { "name": "No errors", "expressions": ["res.status_code >= 500"], "actions": [ { "type": "custom-response", "config": { "status_code": 503, "content": "Sorry", "headers": { "content-type": "text/plain" } } } ] } ] }',
    why: "The service refuses a policy with an action where it does not exist. A config key for other protocols has no effect at best; that is a warning.",
  },
  visit: {
    action(node, report) {
      const { definition, path, place } = node;
      if (definition === undefined) return;
      const missing = whereMissing(definition, place);
      if (missing !== undefined) {
        const { message, help } = missing;
        report({ path: `${path}/type`, message: `The action "${node.type}" ${message}`, help });
        return;
      }
      const { protocol, direction } = place;
      for (const [field, known] of Object.entries(definition.fieldSections ?? {})) {
        if (known.includes(direction) || node.field(field) === undefined) continue;
        const at = node.pathOf(field);
        report({
          path: at,
          part: "key",
          message: `"${field}" does not exist in ${direction} rules.`,
          help: `It exists in ${known.join(" and ")} rules; remove it.`,
          atMost: "warning",
          fix: { title: "Remove it", safe: true, edits: [{ path: at, remove: true }] },
        });
        return;
      }
      const fields = Object.entries(definition.fieldProtocols ?? {});
      for (const [field, known] of fields) {
        if (protocol === undefined || known.includes(protocol) || node.field(field) === undefined)
          continue;
        const at = node.pathOf(field);
        report({
          path: at,
          part: "key",
          message: `"${field}" does not exist in a policy for ${protocol}.`,
          help: `It exists for ${known.join(" and ")}; remove it.`,
          atMost: "warning",
          fix: { title: "Remove it", safe: true, edits: [{ path: at, remove: true }] },
        });
      }
    },
  },
});

function whereMissing(
  { sections, unsureSections = {} }: ActionDefinition,
  { direction, protocol }: Place,
): { message: string; help: string } | undefined {
  const isAllowedFor = (name: Protocol): boolean =>
    [...sections[name], ...(unsureSections[name] ?? [])].includes(direction);
  if ((protocol === undefined ? protocols : [protocol]).some(isAllowedFor)) return undefined;
  const known = protocols.filter((name) => sections[name].length > 0);
  if (protocol !== undefined && !known.includes(protocol)) {
    return {
      message: `does not exist in a policy for ${protocol}.`,
      help: known.length === 0 ? "Remove it." : `It exists for ${known.join(" and ")}.`,
    };
  }
  const others = new Set(
    (protocol === undefined ? known : [protocol]).flatMap((name) => sections[name]),
  );
  return {
    message: `does not exist in ${direction} rules.`,
    help: `It exists in ${[...others].join(" and ")} rules.`,
  };
}
