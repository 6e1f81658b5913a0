import { shortened } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The path of the URL is compared with a text that does not begin with `/`.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A path begins with `/`, so the comparison never matches. To look for something anywhere in the path, use `contains`. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form === "path" },
  visit: {
    comparedText({ expression, variable, comparison, literal }, report) {
      if (!fromTheStart.has(comparison)) return;
      // Whether a path can be empty depends on how URLs are parsed; `*` is the only path without a slash.
      if (/^($|\/|\*$)/.test(literal.value)) return;
      const isUrl = /^[a-z]+:\/\//i.test(literal.value);
      report({
        ...expression.at(literal.span),
        message: `${variable.name} begins with /, but '${shortened(literal.value)}' does not.`,
        help: isUrl ? "Compare the whole URL: req.url." : `Write '/${shortened(literal.value)}'.`,
        ...(isUrl ? {} : { fix: writeInstead(expression, literal, `/${literal.value}`) }),
      });
    },
  },
});

const fromTheStart: ReadonlySet<string> = new Set(["==", "!=", "in", "startsWith"]);
