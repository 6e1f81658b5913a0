import { shortened, variablesOf } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A text has a variable in the syntax of another template language.",
    wrong: `{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "{{ conn.client_ip }}" } } } ] } ] }`,
    right: `{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "\${conn.client_ip}" } } } ] } ] }`,
    why: "Only `${…}` is replaced. Everything else stays as it is, character by character. The fix changes the text; review it first.",
  },
  visit: {
    text({ path, text, action }, report) {
      if (!/[{$]/.test(text)) return;
      for (const match of text.matchAll(otherSyntax)) {
        const expression = match.slice(1).find((group) => group !== undefined) ?? "";
        const [name = ""] = /^[\w.]+/.exec(expression) ?? [];
        const isKnown = variablesOf(action.place.dialect).some(
          (variable) => name === variable.name || name.startsWith(`${variable.name}.`),
        );
        if (!isKnown) continue;
        const [written] = match;
        const part = { start: match.index, end: match.index + written.length };
        const meant = `\${${expression}}`;
        report({
          path,
          part,
          message: `${shortened(written)} is not replaced.`,
          help: `Write ${shortened(meant)}.`,
          fix: {
            title: `Write ${meant}`,
            safe: false,
            edits: [{ path, span: part, text: meant }],
          },
        });
      }
    },
  },
});

const name = String.raw`[a-z]\w*(?:\.\w+)+`;

/** `{{ x.y }}`, `$x.y`, `$(x.y)`, `{x.y}` and `%x.y%`. */
const otherSyntax = new RegExp(
  [
    String.raw`\{\{\s*[.$]?(${name}(?:\[[^\]{}]*\])*)\s*\}\}`,
    String.raw`(?<![\w$])\$\((${name})\)`,
    String.raw`(?<![\w$])\$(${name})`,
    String.raw`(?<![{$#])\{(${name})\}(?!\})`,
  ].join("|"),
  "g",
);
