import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "The value of a header contains a line break or a control character.",
    wrong:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10\\n" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10" } } } ] } ] }',
    why: "A line break ends a header, so a value cannot contain one, and the service refuses it. In YAML a text block that begins with `|` ends with a line break; one that begins with `|-` does not.",
  },
  only: { action: ({ headers }) => headers !== undefined && "sets" in headers },
  visit: {
    action(node, report) {
      for (const { name, value, path } of setHeaders(node)) {
        if (typeof value !== "string") continue;
        // oxlint-disable-next-line no-control-regex -- these are what is searched for
        const wrong = /[\u0000-\u0008\u000a-\u001f\u007f]+/.exec(value);
        if (wrong === null) continue;
        const [signs] = wrong;
        const part = { start: wrong.index, end: wrong.index + signs.length };
        const isBreak = /[\r\n]/.test(signs);
        const isLast = /^[\r\n]+$/.test(signs) && part.end === value.length;
        report({
          path,
          part,
          message: `The value of the header "${shortened(name)}" has a ${isBreak ? "line break" : "control character"}.`,
          help: isLast
            ? "Remove the line break at the end."
            : "Write the value on one line, without control characters.",
          ...(isLast && {
            fix: {
              title: "Remove the line break",
              safe: true,
              edits: [{ path, span: part, text: "" }],
            },
          }),
        });
      }
    },
  },
});
