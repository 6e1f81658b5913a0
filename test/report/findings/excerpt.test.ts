import { excerpt, textWidth, withoutColors } from "@traffic-policy/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";

const lines = (text: string, start: number, end: number, width: number): string[] =>
  excerpt(
    {
      file: "a.json",
      start: { line: 1, column: start + 1 },
      end: { line: 1, column: end + 1 },
    },
    text,
    String,
    { ...withoutColors, width },
  );

test("a line that is too long is cut around the marks, and says where", () => {
  const text = `${"a ".repeat(60)}WRONG${" b".repeat(60)}`;
  expect(lines(text, 120, 125, 46)).toEqual([
    "    |",
    "  1 | …a a a a a a WRONG b b b b b b b b b b …",
    "    |              ^^^^^",
  ]);
});

test("at the end of a line there is room for what is before it", () => {
  expect(lines(`${"a".repeat(60)}END`, 60, 63, 26)).toEqual([
    "    |",
    "  1 | …aaaaaaaaaaaaaaaaEND",
    "    |                  ^^^",
  ]);
});

test("what is expected after the last character is marked there", () => {
  expect(lines("a".repeat(60), 60, 60, 26).slice(1)).toEqual([
    "  1 | …aaaaaaaaaaaaaaaaaa",
    "    |                    ^",
  ]);
});

test("wide characters before the marks take their columns", () => {
  expect(lines('"東京": WRONG', 6, 11, 80).slice(1)).toEqual([
    '  1 | "東京": WRONG',
    "    |         ^^^^^",
  ]);
});

test("a secret that no finding is about is hidden by the name of its field", () => {
  const text = "config: { credentials: [ana:correct-horse], oops: 1 }";
  const at = text.indexOf("oops");
  expect(lines(text, at, at + 4, 80)[1]).toBe(
    "  1 | config: { credentials: [ana:*************], oops: 1 }",
  );
});

test("each fits, and the marks stand below the first character", () => {
  const text = anyText({ minLength: 1, maxLength: 300 }).map((one) =>
    one.replaceAll(/[\p{C}\p{M}\p{Z}\p{Extended_Pictographic}]/gu, "\t"),
  );
  seeded(
    fc.property(
      text.chain((one) => fc.tuple(fc.constant(one), fc.nat([...one].length - 1))),
      fc.constantFrom(80, 100, 120, 200),
      ([one, index], width) => {
        const before = [...one].slice(0, index).join("");
        const marked = `${before}WRONG${[...one].slice(index).join("")}`;
        const [, line = "", marks = ""] = lines(marked, before.length, before.length + 5, width);
        expect(textWidth(line)).toBeLessThanOrEqual(width);
        const at = textWidth(line.slice(0, line.indexOf("WRONG")));
        expect(marks.slice("    |".length)).toBe(" ".repeat(at - "    |".length) + "^^^^^");
      },
    ),
  );
});
