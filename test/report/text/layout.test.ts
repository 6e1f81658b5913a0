import {
  aligned,
  bar,
  codeText,
  commandText,
  laidOut,
  renderTable,
  textWidth,
  withoutColors,
} from "@traffic-policy/report";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";

const at = (width: number) => ({ ...withoutColors, width });

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

// oxlint-disable-next-line no-control-regex
const uncoloured = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

describe("the rest of a line that is too wide", () => {
  test.each([
    ["a sentence, indented", "one two three four", "one two\n  three four"],
    ["a label, below its text", " fix: one two", " fix: one\n      two"],
    ["a sign, below its text", "✓ one two three", "✓ one two\n  three"],
    ["columns, below the last", "a  b  one two three", "a  b  one\n      two\n      three"],
    [
      "columns of which the last has no room, whole below the others",
      "one two  a bc d",
      "one two\n  a bc d",
    ],
    ["wide characters, by their columns", "東京 東京 東京", "東京 東京\n  東京"],
  ])("of %s", (_what, line, expected) => {
    expect(laidOut(line, at(12))).toBe(expected);
  });

  test("never begins inside a URL or a path", () => {
    const url = "https://example.com/a/long/path?with=a&query=too";
    expect(laidOut(`See ${url} now`, at(20))).toBe(`See\n  ${url}\n  now`);
  });

  test("stays where nothing limits it", () => {
    const line = "word ".repeat(100);
    expect(laidOut(line, withoutColors)).toBe(line);
    expect(codeText("'a b'", withoutColors)).toBe("'a b'");
  });

  test("has the colours of the line, and each line closes its own", () => {
    expect(laidOut(red("one two three"), at(10))).toBe(`${red("one two")}\n  ${red("three")}`);
  });
});

test("no literal in code is broken", () => {
  const line = codeText('{ "name": "one two three", "b": 1 }', at(20));
  expect(laidOut(line, at(20))).toBe('{ "name":\n  "one two three",\n  "b": 1 }');
});

test("a wrapped command can still be copied", () => {
  const line = commandText("curl -H 'x-a: one two' 'https://a.example/'", at(30));
  expect(laidOut(line, at(30))).toBe("curl -H 'x-a: one two' \\\n  'https://a.example/'");
});

test("every line fits or is a word, no word is lost, and colours change nothing", () => {
  const word = anyText({ minLength: 1, maxLength: 12 }).map((text) =>
    text.replaceAll(/[\p{C}\p{Z}]/gu, "東"),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 30 });
  seeded(
    fc.property(words, fc.constantFrom(40, 80, 120), (all, width) => {
      const text = laidOut(all.join(" "), at(width));
      expect(text.split(/\s+/)).toEqual(all);
      for (const line of text.split("\n")) {
        expect(textWidth(line) <= width || !line.trim().includes(" "), line).toBe(true);
      }
      const painted = all.map((one, index) => (index % 3 === 0 ? bold(one) : one)).join(" ");
      expect(uncoloured(laidOut(red(painted), at(width)))).toBe(text);
    }),
  );
});

describe("a table", () => {
  const rows = [
    ["a", "12", "the first of all"],
    ["a/long/name/of/it", "3", "another"],
  ];

  test("has columns where it fits", () => {
    expect(aligned(rows, at(80), { numbers: [1] })).toEqual([
      "a                  12  the first of all",
      "a/long/name/of/it   3  another",
    ]);
  });

  test("that is too wide has the last cells below the others", () => {
    expect(aligned(rows, at(30), { numbers: [1], indent: 1 })).toEqual([
      " a                  12\n     the first of all",
      " a/long/name/of/it   3\n     another",
    ]);
  });

  test("of headings folds with them", () => {
    const text = renderTable(["name", "count", "what"], rows, at(30));
    expect(text.split("\n").slice(0, 4)).toEqual([
      "name               count",
      "    what",
      "a                  12",
      "    the first of all",
    ]);
  });
});

describe("a bar", () => {
  test.each([
    [0, ".........."],
    [0.001, "#........."],
    [0.5, "#####....."],
    [0.999, "#########."],
    [1, "##########"],
  ])("of %d is in ASCII where the terminal shows no blocks", (share, expected) => {
    expect(bar(share, 10, { hasBlocks: false })).toBe(expected);
  });

  test.each([
    [0, "    "],
    [0.001, "▏   "],
    [0.28, "█▏  "],
    [0.999, "███▉"],
    [1, "████"],
  ])("of %d is of blocks where it does", (share, expected) => {
    expect(bar(share, 4, { hasBlocks: true })).toBe(expected);
  });
});
