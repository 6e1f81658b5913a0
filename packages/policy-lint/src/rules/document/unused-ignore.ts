import { nearest, shortened } from "@traffic-policy/policy-language/internal";
import type { IgnoredRule } from "../../nodes/ignore-node.ts";
import { defineRule } from "../../rule.ts";
import {
  ignoreFile,
  ignoreLine,
  ignoreMark,
  ignoreNextLine,
  ignoreOrders,
} from "../../ignore-comments.ts";

export default defineRule({
  severity: "warning",
  tag: "unnecessary",
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
    ignore({ kind, location, order, isMisplaced = false, rules }, report) {
      const tell = (message: string, help: string): void =>
        report({ path: "", location, message, help });
      if (kind === "comment" && !ignoreOrders.includes(order)) {
        const meant = order === ignoreMark ? undefined : nearest(order, ignoreOrders);
        tell(`Unknown comment ${shortened(order)}.`, formOf(meant ?? ignoreNextLine));
      } else if (rules.length === 0) {
        tell("The comment does not name a rule to ignore.", formOf(order));
      } else if (isMisplaced) {
        tell(
          `${ignoreFile} counts only at the top of the file.`,
          `Move it before everything but comments, or write ${ignoreNextLine}.`,
        );
      } else {
        const what = kind === "comment" ? order : kind;
        for (const rule of rules.filter(({ isUsed }) => !isUsed)) tell(...sentences(rule, what));
      }
    },
  },
});

function sentences(
  { name, isKnown, meant }: IgnoredRule,
  what: string,
): [message: string, help: string] {
  if (!isKnown) {
    const message = `There is no lint rule "${shortened(name)}" to ignore.`;
    return [message, meant === undefined ? "Remove it." : `Did you mean "${meant}"?`];
  }
  switch (what) {
    case ignoreNextLine:
      return [
        `${name} has no finding on the next line.`,
        "Remove the comment, or move it to the line before the finding.",
      ];
    case ignoreLine:
      return [
        `${name} has no finding on this line.`,
        "Remove the comment, or move it to the line where the finding begins.",
      ];
    case ignoreFile:
      return [`${name} has no finding in this file.`, "Remove the comment."];
    default:
      return [
        `The configuration ignores findings of ${name} that do not exist.`,
        "Remove the entry from lint.ignoreFindings.",
      ];
  }
}

function formOf(order: string): string {
  return `Write ${order} <rule> -- <why>.`;
}
