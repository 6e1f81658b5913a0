import { literalOf } from "../../analysis/expression/plain-pattern.ts";
import { defineRule } from "../../rule.ts";
import { rewriteOf } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rewrite or redirect replaces the matched part of the URL with itself.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v2/", "to": "/v2/" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }',
    why: "The URL stays as it is. A redirect to the requested URL itself does not even take place.",
  },
  only: { action: ({ rewrite }) => rewrite !== undefined },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite?.from === undefined) return;
      const { from, to, toPath, isPlain } = rewrite;
      const isMatch = to === "$0" || (to === "$1" && isOneGroup(from));
      if (!(isMatch && isPlain) && !isSameText(from, to)) return;
      report({
        path: toPath,
        message: "This changes nothing: it is the matched text itself.",
        help: "Write another replacement, or remove the action.",
      });
    },
  },
});

function isSameText(from: string, to: string): boolean {
  return !to.includes("$") && to !== "" && literalOf(from) === to;
}

function isOneGroup(from: string): boolean {
  return /^\^?\((?!\?)[^()\\[\]]*\)\$?$/.test(from);
}
