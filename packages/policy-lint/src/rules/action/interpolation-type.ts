import { typeText, type CelType } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { TextNode } from "../../nodes/action-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  docs: {
    what: "An interpolation evaluates to something other than a plain value, such as a list.",
    wrong:
      '{ "inbound": [ { "name": "Language", "expressions": ["\'accept-language\' in req.headers"], "actions": [ { "type": "add-headers", "config": { "headers": { "x-language": "${req.headers[\'accept-language\']}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Language", "expressions": ["\'accept-language\' in req.headers"], "actions": [ { "type": "add-headers", "config": { "headers": { "x-language": "${req.headers[\'accept-language\'][0]}" } } } ] } ] }',
    why: "A list, a map or a cookie is converted to text in a way that is not documented. The value of a header is a list of all values that were sent; usually the first one is meant.",
  },
  visit: {
    text(node, report) {
      if (!node.hasInterpolation || keepsType(node)) return;
      for (const expression of node.expressions) {
        const { checked, text } = expression;
        if (checked === undefined || checked.errors.length > 0 || isPlain(checked.type)) continue;
        report({
          ...expression.at(),
          message: `${shortened(text.trim())} is a ${typeText(checked.type)}, and how it is converted to text is not documented.`,
          help:
            checked.type.kind === "list"
              ? "Append [0] for the first item."
              : "Use a part of it that is text or a number.",
        });
      }
    },
  },
});

function isPlain({ kind }: CelType): boolean {
  return !["list", "map", "record", "bytes"].includes(kind);
}

function keepsType({ interpolations, action, path }: TextNode): boolean {
  const [part, ...others] = interpolations.parts;
  if (part?.kind !== "interpolation" || others.length > 0) return false;
  if (action.definition?.setsVariables !== undefined) return true;
  const field = Object.entries(action.definition?.config.properties ?? {}).find(([name]) => {
    const place = action.pathOf(name);
    return path === place || path.startsWith(`${place}/`);
  });
  const schema = field?.[1];
  const values = schema?.additionalProperties;
  return typeof values === "object" && values.type === undefined;
}
