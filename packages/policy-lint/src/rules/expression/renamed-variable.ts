import { earlierNames } from "../../analysis/expression/earlier-name.ts";
import { renaming } from "../../analysis/expression/renaming.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A variable or field has a name of an earlier era of the service.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.Method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service has renamed its variables twice. Today's documentation does not list the earlier names, so nobody can tell how long they will work. The fix is safe where the new name is known to mean the same; a map that became a list, or a text that became a number, has to be looked at.",
  },
  visit: {
    expression(node, report) {
      for (const earlier of earlierNames(node)) {
        const { name, span, today, unsure } = earlier;
        const change = renaming(node, earlier);
        report({
          ...node.at(span),
          message:
            today === undefined
              ? `The documentation of today lists no variable ${name}.`
              : `${name} is the earlier name of ${today.name}.`,
          help: [
            today === undefined
              ? "No other variable is known to have taken its place; try whether it still works."
              : `Write ${today.name}.`,
            ...unsure,
          ].join(" "),
          ...(today &&
            change && {
              fix: {
                title: `Write ${today.name}`,
                safe: change.safe,
                edits: editsOf(node, change.replacements),
              },
            }),
        });
      }
    },
  },
});
