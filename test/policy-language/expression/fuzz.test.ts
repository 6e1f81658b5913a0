import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeParseError,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";
import { rightExpressions, wrongExpressions } from "./expressions.ts";
import { withoutSpans } from "./without-spans.ts";

const words = [
  "a req in true null for and has exists b r br not _ a.b",
  "0 1 42u 0x 0xF 1.5 1. .5 1e5 1e 8.8.8.8 ::1 10s",
  `' " ''' """ 'a' "b" r' b' \\ \\n \\u00 \\x4 “ ‘`,
  "( ) [ ] { } , : ? . ! - + * / % = < > == != <= && || === & | => =~ // ${ ; # @",
  "` é 😀 \ud800 \udc00 \u0000",
].flatMap((line) => line.split(" "));

const tokens = fc.constantFrom(...words, " ", "\n", "\t", "\f", "\r", "\v", "\u00a0");

const soup = fc.array(tokens, { maxLength: 25 }).map((parts) => parts.join(""));

const written = fc.constantFrom(
  ...rightExpressions.map(({ text }) => text),
  ...wrongExpressions.map(({ marked }) => marked.replace("«", "").replace("»", "")),
);

/** A text with some of its parts cut out, doubled or replaced. */
const mutated = fc
  .tuple(
    fc.oneof(written, arbitraryTree.map(printExpression)),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(tokens, fc.constant(""))), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, changes]) => {
    let result = text;
    for (const [place, length, part] of changes) {
      const at = place % (result.length + 1);
      result = result.slice(0, at) + part + result.slice(at + length);
    }
    return result;
  });

const sentence = /^[^\n]{5,150}\.$/;

/** What is wrong with how a text is parsed and printed: nothing. */
function problemWith(text: string): unknown {
  const result = parseExpression(text);
  if (result.ok) {
    const printed = printExpression(result.tree);
    const again = parseExpression(printed);
    const same = again.ok && isDeepStrictEqual(withoutSpans(again.tree), withoutSpans(result.tree));
    return same ? undefined : { printed, again };
  }
  const { start, end } = result.error.span;
  const { message, help } = describeParseError(result.error);
  const isInside = start >= 0 && (start < end || text === "") && end <= text.length;
  return isInside && sentence.test(message) && sentence.test(help)
    ? undefined
    : { ...result.error, message, help };
}

// 2,400 texts in all, and 60,000 with TEST_LONG=1.
test.each([
  ["arbitrary text", anyText({ maxLength: 60 }), 200],
  ["arbitrary tokens", soup, 800],
  ["changed expressions", mutated, 1400],
])(
  "%s: parsed, printed and parsed again, or refused with a place and words",
  (_name, texts, runs) => {
    const property = fc.property(texts, (text) => {
      expect(problemWith(text), JSON.stringify(text)).toBeUndefined();
    });
    seeded(property, runs, 25 * runs);
  },
);

test.each([
  ["brackets", "(".repeat(10_000), "too-deep"],
  ["closed brackets", "[".repeat(10_000) + "]".repeat(10_000), "too-deep"],
  ["calls", "f(".repeat(10_000), "too-deep"],
  ["maps", "{1:".repeat(10_000), "too-deep"],
  ["indexes", "a[".repeat(10_000), "too-deep"],
  ["signs", `${"!".repeat(90_000)}a`, "too-deep"],
  ["fields", `a${".a".repeat(40_000)}`, "too-deep"],
  ["conditions", `${"a?a:".repeat(20_000)}a`, "too-deep"],
  ["a chain within the length", `${"a||".repeat(30_000)}a`, "too-many-operands"],
  ["sums", `${"a+".repeat(40_000)}a`, "too-deep"],
  ["a chain of 100,000", `${"a || ".repeat(100_000)}a`, "too-long"],
  ["quotes", "'".repeat(99_999), "quote-in-string"],
  ["digits", "1".repeat(99_999), "invalid-number"],
  ["dots", ".".repeat(99_999), "unexpected-token"],
  ["addresses", "1.".repeat(49_999), "missing-operator"],
])("no stack overflows for %s", (_name, text, code) => {
  expect(parseExpression(text)).toMatchObject({ ok: false, error: { code } });
});
