import { type ActionDefinition, type Protocol, protocols } from "@traffic-policy/policy-language";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
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
      // document/unavailable-section says more of a section that the protocol does not have.
      if (definition === undefined || !hasSection(place)) return;
      const missing = whereMissing(definition, place);
      if (missing !== undefined) {
        const { message, help } = missing;
        report({ path: `${path}/type`, message: `The action "${node.type}" ${message}`, help });
        return;
      }
      const { fieldSections, fieldProtocols } = definition;
      const { direction, protocol } = place;
      const inOtherSections = missingKeys(node, fieldSections, direction, {
        here: `in ${direction} rules`,
        elsewhere: (known) => `in ${known} rules`,
      });
      const forOtherProtocols = missingKeys(node, fieldProtocols, protocol, {
        here: `in a policy for ${protocol ?? ""}`,
        elsewhere: (known) => `for ${known}`,
      });
      const findings = inOtherSections.length > 0 ? inOtherSections : forOtherProtocols;
      for (const finding of findings) report(finding);
    },
  },
});

/**
 * Returns the keys of a config that exist only in other places.
 *
 * @param existing - where each key exists
 * @param place - of the action; undefined when it is not known
 */
function missingKeys(
  node: ActionNode,
  existing: Readonly<Record<string, readonly string[]>> = {},
  place: string | undefined,
  words: { readonly here: string; readonly elsewhere: (known: string) => string },
): Finding[] {
  if (place === undefined) return [];
  return Object.entries(existing)
    .filter(([field, known]) => !known.includes(place) && node.field(field) !== undefined)
    .map(([field, known]) => {
      const path = node.pathOf(field);
      return {
        path,
        part: "key",
        message: `"${field}" does not exist ${words.here}.`,
        help: `It exists ${words.elsewhere(known.join(" and "))}; remove it.`,
        atMost: "warning",
        fix: { title: "Remove it", safe: true, edits: [{ path, remove: true }] },
      };
    });
}

function hasSection({ dialect, direction, protocol }: Place): boolean {
  if (protocol === undefined) return true;
  return dialect.sections.get(direction)?.stages[protocol] !== undefined;
}

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
