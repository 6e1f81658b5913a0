import { interpolations, type Span } from "@traffic-policy/policy-language";
import { compileRegularExpression, shortened } from "@traffic-policy/policy-language/internal";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { rewriteOf } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "The replacement in a URL refers to a group that the regular expression does not have.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/$2" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/$1" } } ] } ] }',
    why: "Nothing is inserted for it, so the new URL lacks a part. A name after `$` extends as far as letters, digits and underscores go: `$1_old` is the group `1_old`, not the first group followed by `_old`. Names such as `$args` and `$host` are the service's own; any other unknown name is a hint.",
  },
  only: { action: ({ rewrite }) => rewrite !== undefined },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      const from = rewrite?.from === undefined ? undefined : compileRegularExpression(rewrite.from);
      if (rewrite === undefined || from?.ok !== true) return;
      const { to, toPath, definition, isPlain } = rewrite;
      const known = { groups: from, variables: definition.variables, isPlain };
      for (const reference of replacementReferences(to)) {
        const wrong = complaint(reference, known);
        if (wrong !== undefined) report({ path: toPath, part: reference.span, ...wrong });
      }
    },
  },
});

interface Known {
  readonly groups: { readonly groupCount: number; readonly groupNames: readonly string[] };
  readonly variables: readonly string[];
  readonly isPlain: boolean;
}

function complaint(
  { name }: ReplacementReference,
  { groups, variables, isPlain }: Known,
): Omit<Finding, "path"> | undefined {
  if (/^\d+$/.test(name)) {
    const { groupCount } = groups;
    if (Number(name) <= groupCount) return undefined;
    return {
      message: `There is no group ${shortened(name)}: the regular expression has ${countOf(groupCount)}.`,
      help: "Groups are the parts in parentheses, counted from 1.",
    };
  }
  if (groups.groupNames.includes(name) || variables.some((known) => isNamed(name, known)))
    return undefined;
  const digits = /^\d+/.exec(name)?.[0];
  if (digits === undefined) {
    return {
      message: `There is no group or variable $${shortened(name)}.`,
      help: "Write $$ for a plain $.",
      atMost: "info",
    };
  }
  if (!isPlain) return undefined;
  return {
    message: `$${shortened(name)} is read as one name, not as $${shortened(digits)} followed by something.`,
    help: `Separate them with a character other than a letter, digit or underscore, or name the group.`,
  };
}

function countOf(groups: number): string {
  return groups === 0 ? "none" : groups === 1 ? "one" : String(groups);
}

function isNamed(name: string, known: string): boolean {
  return known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known;
}

interface ReplacementReference {
  /** Without the `$`: digits for a group by its number. */
  readonly name: string;
  readonly span: Span;
}

/** Finds the `$` references in a replacement, apart from interpolations; `$$` is a plain `$`. */
function replacementReferences(text: string): ReplacementReference[] {
  return interpolations(text).parts.flatMap((part) => {
    if (part.kind === "interpolation") return [];
    return [...part.text.matchAll(/\$(?:\$|(\w+))/g)].flatMap(({ 0: all, 1: name, index }) => {
      const start = part.span.start + index;
      return name === undefined ? [] : [{ name, span: { start, end: start + all.length } }];
    });
  });
}
