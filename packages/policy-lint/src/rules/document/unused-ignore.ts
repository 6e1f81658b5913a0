import { shortened } from "@traffic-policy/policy-language";
import { ignoreNextLine } from "../../ignore/read-ignore-comments.ts";
import type { IgnoredRule } from "../../nodes/ignore-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An order to ignore findings ignores nothing.",
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
    why: "What it was for is put right, or it stands in the wrong place, or the rule's name is misspelt. Left there, it would hide the next finding that comes along, which nobody has looked at.",
  },
  visit: {
    ignore({ kind, location, order, rules }, report) {
      const tell = (message: string, help: string): void =>
        report({ path: "", location, message, help });
      const form = `Write ${ignoreNextLine} <rule> -- <why>.`;
      if (kind === "comment" && order !== ignoreNextLine) {
        tell(`The comment ${shortened(order)} has no meaning.`, form);
      } else if (rules.length === 0) {
        tell("The comment names no rule to ignore.", form);
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
    const message = `There is no lint rule "${shortened(name)}" that could be ignored.`;
    return [message, meant === undefined ? "Remove it." : `Did you mean "${meant}"?`];
  }
  return kind === "comment"
    ? [
        `There is no finding of ${name} on the next line.`,
        "Remove the comment, or put it on the line before what is found.",
      ]
    : [
        `The configuration ignores findings of ${name} that are not there.`,
        "Remove the entry from lint.ignoreFindings.",
      ];
}
