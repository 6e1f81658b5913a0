import { interpolations, type Span } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { rewriteOf } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The replacement in a URL refers to a group in the syntax of another language.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/${1}" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/$1" } } ] } ] }',
    why: "The text between `${` and `}` is a CEL expression, and interpolations are replaced first, as far as is known: `${1}` becomes `1`. A backslash has no meaning in a replacement, so `\\1` stays as it is. Write `$1`; a letter, digit or underscore directly after it is read as part of the name.",
  },
  only: { action: ({ rewrite }) => rewrite !== undefined },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite === undefined) return;
      const { to, toPath, isPlain } = rewrite;
      for (const { span, group, isExpression } of foreignReferences(to)) {
        // The meaning of the braces with another naming is not documented.
        if (isExpression && !isPlain) continue;
        const written = shortened(to.slice(span.start, span.end));
        const isApart = !/^(?:\w|\$\{)/.test(to.slice(span.end));
        report({
          path: toPath,
          part: span,
          message: isExpression
            ? `${written} is the expression ${group}, and probably not group ${group} of the regular expression.`
            : `${written} is plain text here, not a group of the regular expression.`,
          help: isApart
            ? `Write $${group}.`
            : `Write $${group}, and put a character after it that is not a letter, digit or underscore.`,
          ...(isApart && {
            fix: {
              title: `Write $${group}`,
              safe: false,
              edits: [{ path: toPath, span, text: `$${group}` }],
            },
          }),
        });
      }
    },
  },
});

interface ForeignReference {
  readonly span: Span;
  readonly group: string;
  readonly isExpression: boolean;
}

/** Finds `${1}`, `\1`, `\g<1>`, `\g<name>` and `$<name>`. */
function foreignReferences(to: string): ForeignReference[] {
  return interpolations(to).parts.flatMap((part): ForeignReference[] => {
    if (part.kind === "interpolation") {
      const group = part.expression.trim();
      return /^\d+$/.test(group) ? [{ span: part.span, group, isExpression: true }] : [];
    }
    return [...part.text.matchAll(/\\(\d+)|(?:\\g|\$)<(\w+)>/g)].map((match) => {
      const start = part.span.start + match.index;
      const group = match[1] ?? match[2] ?? "";
      return { span: { start, end: start + match[0].length }, group, isExpression: false };
    });
  });
}
