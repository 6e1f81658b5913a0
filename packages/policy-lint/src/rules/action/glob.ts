import { interpolations } from "@traffic-policy/policy-language";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import { rewriteOf, textsOf } from "../../analysis/config-values.ts";
import { globInPattern } from "../../analysis/glob.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A `*` is used as a wildcard in a regular expression or its replacement.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/*", "to": "/v2/" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/(.*)", "to": "/v2/$1" } } ] } ] }',
    why: "In a regular expression `*` repeats what precedes it: `/v1/*` is `/v1` with any number of slashes, so it also matches in `/v10` and leaves the text after the slash as it is. In a replacement `*` is a literal asterisk. To keep a part of the URL, put it in a group, and write `$1` for it.",
  },
  only: {
    action: ({ rewrite, regularExpressions }) =>
      rewrite !== undefined || regularExpressions.length > 0,
  },
  visit: {
    action(node, report) {
      for (const field of node.definition?.regularExpressions ?? []) {
        for (const { path, text } of textsOf(node, field)) {
          const part = globInPattern(text);
          if (part === undefined || !compileRegularExpression(text).ok) continue;
          report({
            path,
            part,
            message: `${text.slice(part.start, part.end)} in a regular expression matches any number of slashes, even none.`,
            help: "Write .* for any text; put it in parentheses to reuse it as $1.",
            fix: {
              title: "Write (.*)",
              safe: false,
              edits: [{ path, span: { start: part.end - 1, end: part.end }, text: "(.*)" }],
            },
          });
        }
      }
      const rewrite = rewriteOf(node);
      for (const part of rewrite === undefined ? [] : interpolations(rewrite.to).parts) {
        const star = part.kind === "text" ? /(?<=\/)\*{1,2}(?=$|[/?#])/.exec(part.text) : null;
        if (rewrite === undefined || star === null) continue;
        const start = part.span.start + star.index;
        report({
          path: rewrite.toPath,
          part: { start, end: start + star[0].length },
          message:
            "A * in the new URL is a literal asterisk, not what the regular expression matched.",
          help: "Put the part to keep in parentheses in the regular expression, and write $1 here.",
        });
      }
    },
  },
});
