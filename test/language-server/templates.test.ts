import { expect, test } from "vitest";
import { PositionedText } from "../../packages/language-server/src/documents/positioned-text.ts";
import { shownRange } from "../../packages/language-server/src/features/publish-diagnostics.ts";

test.each([
  { code: "when(cel`req.method == 'post'`)", at: "`", shown: "`req.method == 'post'`" },
  { code: "when(cel`a\n  == b`)", at: "`", shown: "`a\n  == b`" },
  { code: "when(cel`a == '\\`'`)", at: "`", shown: "`a == '\\`'`" },
  { code: "when(cel`never ended", at: "`", shown: "" },
  { code: 'rule("No posts").when()', at: "rule", shown: "rule" },
  { code: "req.method.equals('x')", at: "req", shown: "req.method.equals" },
])("of $code, more than the beginning is shown", ({ code, at, shown }) => {
  const text = PositionedText.of("file:///work/web.policy.ts", code, "utf-16");
  const start = { line: 1, column: code.indexOf(at) + 1 };
  const range = shownRange({ file: "/work/web.policy.ts", start, end: start }, text);
  const span = text.spanOf(range);
  expect(code.slice(span.start, span.end)).toBe(shown);
});
