import { placeInLiteral } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import {
  type ControlCharacter,
  controlCharacters,
} from "../../analysis/expression/misread-pattern.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A text has a control character where a backslash was meant, such as a backspace for `\\b`.",
    wrong: String.raw`{ "on_http_request": [ { "name": "bots", "expressions": ["req.url.path.matches('bot\\b')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: String.raw`{ "on_http_request": [ { "name": "bots", "expressions": ["req.url.path.matches('bot\\\\b')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "In a text of CEL, and of JSON, `\\b` is a backspace, `\\a` a bell, `\\f` a form feed and `\\v` a vertical tab. No header and no URL contains one of them, so the condition never matches. A regular expression gets a backslash when it is written twice, or when the text is raw: `r'bot\\b'`. The fix changes what the rule matches; review it first.",
  },
  only: { action: ({ regularExpressions }) => regularExpressions.length > 0 },
  visit: {
    action(node, report) {
      for (const field of node.definition?.regularExpressions ?? []) {
        for (const { path, text } of textsOf(node, field)) {
          for (const found of controlCharacters(text)) {
            const { letter, index } = found;
            const span = { start: index, end: index + 1 };
            const edits = [{ path, span, text: `\\${letter}` }];
            const fix = { title: `Write \\${letter}`, safe: false, edits };
            report({ path, part: span, ...sentences(found, false), fix });
          }
        }
      }
    },
    literal({ expression, literal }, report) {
      const { span, value } = literal;
      if (span === undefined) return;
      for (const found of controlCharacters(value)) {
        const { index, letter } = found;
        const place = placeInLiteral(expression.text, span, { start: index, end: index + 1 });
        const written = expression.text.slice(place.start, place.end);
        // Whoever writes `\x08` wants it.
        if (written.length > 1 && written !== `\\${letter}`) continue;
        const isRaw = /^[rR]/.test(expression.text.slice(span.start, span.end));
        const text = isRaw ? `\\${letter}` : `\\\\${letter}`;
        report({
          ...expression.at(place),
          ...sentences(found, true),
          fix: {
            title: `Write ${text}`,
            safe: false,
            edits: editsOf(expression, [{ span: place, text }]),
          },
        });
      }
    },
  },
});

function sentences(
  { letter, name }: ControlCharacter,
  isExpression: boolean,
): { message: string; help: string } {
  return {
    message: `In this text \\${letter} is a ${name}, which no header and no URL contains.`,
    help:
      isExpression && letter === "b"
        ? "For a word boundary write \\\\b, or r'…\\b…'."
        : `For a backslash write it twice: \\\\${letter}.`,
  };
}
