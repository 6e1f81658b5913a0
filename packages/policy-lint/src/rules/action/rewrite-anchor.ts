import { interpolations, type Dialect, type Span } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";
import { rewriteOf } from "../../analysis/config-values.ts";
import { isLaterPart } from "../../analysis/tried-rewrite.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A regular expression expects a URL to begin with its path or its host, so it does not match.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "^/v1/", "to": "/v2/" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }',
    why: "It is matched against the whole URL, which begins with its scheme and host: `https://example.com/v1/users`. The path comes later. Without the `^` the pattern also matches further on; to match only at the start of the path, put the host into a group: from `^(https?://[^/]+)/v1/` to `$1/v2/`.",
  },
  only: { action: ({ rewrite }) => rewrite !== undefined },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite === undefined) return;
      const { from, fromPath: path } = rewrite;
      const pattern = node.field(rewrite.definition.from);
      const start =
        from !== undefined
          ? anchoredSlash(from)
          : typeof pattern === "string"
            ? anchoredPart(pattern, node.place.dialect)
            : undefined;
      if (start === undefined) return;
      report({
        path,
        part: start,
        message: `This ${from === undefined ? "hardly ever" : "never"} matches: the pattern applies to the whole URL, which begins with its scheme.`,
        help: "Remove the ^, or begin with ^https?://[^/]+ and keep that part in the new URL.",
        fix: {
          title: "Remove the ^",
          safe: false,
          edits: [{ path, span: { start: start.start, end: start.start + 1 }, text: "" }],
        },
      });
    },
  },
});

/** Returns the leading `^/` of a pattern; undefined when the pattern can match without it. */
function anchoredSlash(pattern: string): Span | undefined {
  const [, flags = "", slash = ""] =
    /^((?:\(\?[imsU]+\))*)(\^(?:\((?:\?:)?)*\\?\/)(?![?*{])/.exec(pattern) ?? [];
  const end = flags.length + slash.length;
  const groups = slash.split("(").length - 1;
  if (slash === "" || pattern.includes("|") || isRemovable(groups, pattern.slice(end))) {
    return undefined;
  }
  return { start: flags.length, end };
}

/**
 * Returns the leading `^` of a pattern, with the variable after it, when that variable holds a later part of the URL.
 * The value of a variable is part of the pattern, so some host may still match.
 */
function anchoredPart(pattern: string, dialect: Dialect): Span | undefined {
  const [first, second, third] = interpolations(pattern).parts;
  if (first?.text !== "^" || second?.kind !== "interpolation") return undefined;
  if (!isLaterPart(second.expression, dialect)) return undefined;
  if (pattern.includes("|") || /^[?*{]/.test(third?.text ?? "")) return undefined;
  return { start: 0, end: second.span.end };
}

function isRemovable(groups: number, rest: string): boolean {
  // Parentheses that are escaped or in a class are literal.
  const plain = rest.replace(/\\[^Q]/gs, "_").replace(/\[\^?\]?[^\][]*\]/g, "_");
  if (/[\\[]/.test(plain)) return groups > 0;
  let [open, within] = [groups, groups];
  for (const [parenthesis, optional] of plain.matchAll(/\(|\)([?*{])?/g)) {
    within += parenthesis === "(" ? 1 : -1;
    if (within >= open) continue;
    if (optional !== undefined) return true;
    open = within;
  }
  return false;
}
