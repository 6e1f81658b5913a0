import { shortened } from "@traffic-policy/policy-language";
import { comparedTexts } from "../../analysis/expression/compared-texts.ts";
import { writeInstead } from "../../analysis/expression/write-instead.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The path of the URL is compared with a text that does not begin with `/`.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A path begins with `/`, so the comparison does not fit. To look for something anywhere in the path, use `contains`. The fix changes what the rule matches; look at it before.",
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison, literal } of comparedTexts(node)) {
        if (variable.form !== "path" || !fromTheStart.has(comparison)) continue;
        // An empty path is a question of how URLs are read, and `*` is the one path without a slash.
        if (/^($|\/|\*$)/.test(literal.value)) continue;
        const isUrl = /^[a-z]+:\/\//i.test(literal.value);
        report({
          ...node.at(literal.span),
          message: `${variable.name} begins with /, and '${shortened(literal.value)}' does not.`,
          help: isUrl ? "Compare the whole URL: req.url." : `Write '/${shortened(literal.value)}'.`,
          ...(isUrl ? {} : { fix: writeInstead(node, literal, `/${literal.value}`) }),
        });
      }
    },
  },
});

const fromTheStart: ReadonlySet<string> = new Set(["==", "!=", "in", "startsWith"]);
