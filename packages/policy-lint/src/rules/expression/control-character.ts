import { placeInLiteral } from "@traffic-policy/policy-language";
import { controlCharacters } from "../../analysis/expression/misread-pattern.ts";
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
  visit: {
    literal({ expression, literal }, report) {
      const { span, value } = literal;
      if (span === undefined) return;
      for (const { index, letter, name } of controlCharacters(value)) {
        const place = placeInLiteral(expression.text, span, { start: index, end: index + 1 });
        const written = expression.text.slice(place.start, place.end);
        // Whoever writes `\x08` wants it.
        if (written.length > 1 && written !== `\\${letter}`) continue;
        const isRaw = /^[rR]/.test(expression.text.slice(span.start, span.end));
        const text = isRaw ? `\\${letter}` : `\\\\${letter}`;
        report({
          ...expression.at(place),
          message: `In this text \\${letter} is a ${name}, which no header and no URL contains.`,
          help:
            letter === "b"
              ? String.raw`For a word boundary write \\b, or r'…\b…'.`
              : `For a backslash write it twice: \\\\${letter}.`,
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
