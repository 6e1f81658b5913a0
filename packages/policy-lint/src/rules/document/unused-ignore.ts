import { shortened } from "@traffic-policy/policy-language";
import type { IgnoredRule } from "../../nodes/ignore-node.ts";
import { defineRule } from "../../rule.ts";
import { ignoreNextLine } from "../../ignore-comments.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A comment or an entry of the configuration ignores a finding that does not exist.",
    language: "yaml",
    wrong: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - name: Closed for maintenance
    actions:
      - type: deny`,
    right: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - actions:
      - type: deny`,
    why: "The problem has been fixed, the comment is in the wrong place, or the name of the rule is misspelt. If it stays, it hides the next finding there, which nobody has reviewed.",
  },
  visit: {
    ignore({ kind, location, order, rules }, report) {
      const tell = (message: string, help: string): void =>
        report({ path: "", location, message, help });
      const form = `Write ${ignoreNextLine} <rule> -- <why>.`;
      if (kind === "comment" && order !== ignoreNextLine) {
        tell(`Unknown comment ${shortened(order)}.`, form);
      } else if (rules.length === 0) {
        tell("The comment does not name a rule to ignore.", form);
      } else {
        for (const rule of rules.filter(({ isUsed }) => !isUsed)) tell(...sentences(rule, kind));
      }
    },
  },
});

function sentences(
  { name, isKnown, meant }: IgnoredRule,
  kind: "comment" | "configuration",
): [message: string, help: string] {
  if (!isKnown) {
    const message = `There is no lint rule "${shortened(name)}" to ignore.`;
    return [message, meant === undefined ? "Remove it." : `Did you mean "${meant}"?`];
  }
  return kind === "comment"
    ? [
        `${name} has no finding on the next line.`,
        "Remove the comment, or move it to the line before the finding.",
      ]
    : [
        `The configuration ignores findings of ${name} that do not exist.`,
        "Remove the entry from lint.ignoreFindings.",
      ];
}
