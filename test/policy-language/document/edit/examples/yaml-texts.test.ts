import { applyToYaml } from "@traffic-policy/policy-language/yaml";
import { expect, test } from "vitest";
import { testExamples } from "./example.ts";

const part = (start: number, end: number, text: string) => [
  [{ path: "/a", span: { start, end }, text }],
];

testExamples(
  [
    ["a plain text on two lines", "a: one\n  two\n", part(4, 7, "2"), "a: one\n  2\n"],
    [
      "a plain text that must be quoted",
      "a: one two # why\n",
      part(3, 4, ": "),
      'a: "one: two" # why\n',
    ],
    ["a plain text between brackets", "{ a: one two }\n", part(3, 4, ", "), '{ a: "one, two" }\n'],
    [
      "a plain text with a comma outside of brackets",
      "a: one two\n",
      part(3, 4, ", "),
      "a: one, two\n",
    ],
    ["a plain text with a line break", "a: one two\n", part(3, 4, "\n"), 'a: "one\\ntwo"\n'],
    ["the quotes of the file", "a: one two\nb: 'x'\n", part(3, 4, ": "), "a: 'one: two'\nb: 'x'\n"],
    [
      "the other quotes when they need no escapes",
      "a: one two\nb: 'x'\n",
      part(3, 4, ": '"),
      "a: \"one: 'two\"\nb: 'x'\n",
    ],
    [
      "the quotes of the file when both need escapes",
      "a: one two\nb: 'x'\n",
      part(3, 4, ": '\""),
      "a: 'one: ''\"two'\nb: 'x'\n",
    ],
    [
      "a single-quoted text with a line break",
      "a: 'one two'\n",
      part(3, 4, "\n"),
      'a: "one\\ntwo"\n',
    ],
    ["a single-quoted text on two lines", "a: 'one\n  two'\n", part(0, 3, "1"), "a: '1\n  two'\n"],
    ["a double-quoted text on two lines", 'a: "one\n  two"\n', part(3, 4, "-"), 'a: "one-two"\n'],
    ["an escape in double quotes", 'a: "\\x41\\u00e9b"\n', part(1, 2, '"'), 'a: "\\x41\\"b"\n'],
    [
      "a character that YAML does not print",
      'a: "x"\n',
      part(1, 1, "\u0085\u2028\u007f"),
      'a: "x\\u0085\\u2028\\u007f"\n',
    ],
    ["half of an escape", 'a: "\\U0001F600"\n', part(0, 1, ""), 'a: "\\ude00"\n'],
    [
      "lines are put into a block",
      "a: |\n  one\n  two\nb: 1\n",
      part(0, 3, "1\n\n2"),
      "a: |\n  1\n\n  2\n  two\nb: 1\n",
    ],
    [
      "lines are put into a block, as in Windows",
      "a: |\r\n  one\r\n",
      part(0, 3, "1\n2"),
      "a: |\r\n  1\r\n  2\r\n",
    ],
    [
      "lines are put into a block without a last line break",
      "a: |- # why\n\n  one\n",
      part(1, 4, "1\n2"),
      "a: |- # why\n\n  1\n  2\n",
    ],
    ["a line goes out of a block", "a: |\n  one\n  two\n", part(3, 7, ""), "a: |\n  one\n"],
    ["lines are put into a folded block", "a: >\n  one\n", part(0, 3, "1\n2"), 'a: "1\\n2\\n"\n'],
    [
      "a fold goes out of a folded block",
      "a: >\n  one\n  two\n  three\n",
      part(3, 4, "-"),
      "a: >\n  one-two\n  three\n",
    ],
    ["nothing is left of a block", "a: |\n  one\nb: 1\n", part(0, 3, ""), 'a: "\\n"\nb: 1\n'],
    ["a tab in a block", "a: |\n  one\n", part(1, 2, "\t"), 'a: "o\\te\\n"\n'],
    [
      "a block becomes another text",
      "a: | # why\n  one\n  two\nb: 1\n",
      [[{ path: "/a", value: "x" }]],
      "a: x # why\nb: 1\n",
    ],
    [
      "a block that keeps its empty lines",
      "a: |+\n  one\n\nb: 1\n",
      [[{ path: "/a", value: "x" }]],
      "a: x\nb: 1\n",
    ],
    ["an empty block", "a: |\nb: 1\n", [[{ path: "/a", value: "x" }]], "a: x\nb: 1\n"],
    [
      "a block becomes a map",
      "a: |\n  one\nb: 1\n",
      [[{ path: "/a", value: { c: 1 } }]],
      "a:\n  c: 1\nb: 1\n",
    ],
    [
      "a block with a comment becomes a map",
      "a: | # why\n  one\nb: 1\n",
      [[{ path: "/a", value: { c: 1 } }]],
      "a: {c: 1} # why\nb: 1\n",
    ],
    ["an alias", "b: &x one\na: *x\n", part(0, 1, "x"), "b: &x one\na: *x\n", ["shared"]],
    [
      "a text that aliases stand for",
      "a: &x one\nb: *x\n",
      part(0, 1, "x"),
      "a: &x one\nb: *x\n",
      ["shared"],
    ],
    [
      "a text with an anchor that nothing stands for",
      "a: &x one\n",
      part(0, 1, "x"),
      "a: &x xne\n",
    ],
    [
      "a single-quoted text becomes another one",
      "a: 'one'\n",
      [[{ path: "/a", value: "it's" }]],
      "a: 'it''s'\n",
    ],
    [
      "a single-quoted text becomes one with a tab",
      "a: 'one'\n",
      [[{ path: "/a", value: "\t" }]],
      'a: "\\t"\n',
    ],
    [
      "a double-quoted text becomes another one",
      'a: "one"\n',
      [[{ path: "/a", value: "two" }]],
      'a: "two"\n',
    ],
    [
      "texts of a list are quoted as the last one",
      "a:\n  - x\n  - 'y'\n  - {}\n",
      [[{ path: "/a", value: ["p", "q"] }]],
      "a:\n  - 'p'\n  - 'q'\n",
    ],
    [
      "keys of a map are quoted as the last one",
      'a:\n  "b": 1\n',
      [[{ path: "/a", value: { c: "d" } }]],
      'a:\n  "c": d\n',
    ],
    ["a quoted key", "'a': 1\n", [[{ path: "/a", key: "it's" }]], "'it''s': 1\n"],
    ["a key that must be quoted", "a: 1\n", [[{ path: "/a", key: "y" }]], '"y": 1\n'],
    ["a key between brackets", "{ a: 1 }\n", [[{ path: "/a", key: "b,c" }]], '{ "b,c": 1 }\n'],
    [
      "a key with an anchor",
      "&x a: 1\n",
      [[{ path: "/a", key: "b" }]],
      "&x a: 1\n",
      ["unusual-syntax"],
    ],
    [
      "a key in a pair of a list",
      "[a: 1]\n",
      [[{ path: "/0/a", key: "b" }]],
      "[a: 1]\n",
      ["unusual-syntax"],
    ],
    ["the key without a colon", "{ a, b: 1 }\n", [[{ path: "/a", key: "c" }]], "{ c, b: 1 }\n"],
  ],
  applyToYaml,
);

/** A text as it is written behind a dash. */
function written(text: string): string {
  const { text: result } = applyToYaml("- 1\n", [{ edits: [{ path: "/0", value: text }] }]);
  return result.slice(2, -1);
}

test("texts that stand as they are", () => {
  const texts = [
    String.raw`a -x ?x :x a#b a:b a,b a] é 😀 a'b a"b a! a\b = -- a---`,
    "yess 1.5.6 1-2 2001-12-14x 0xg 1h 12:60 1:2:x _1",
  ];
  expect([...words(texts), "a b"].filter((text) => written(text) !== text)).toEqual([]);
});

test("texts that need quotes", () => {
  const texts = [
    "- ? -, a: #a &a *a !a |a >a 'a %a @a `a [a ]a {a }a ,a ... <<",
    "~ null true True y N off ON yes 1 1. 1_000 0x1f 0b11 0o7 1e3 1E-3 .5 +1 -1.5",
    "1:30 190:20:30.15 +1:30 .inf .NaN 2001-12-14 2001-12-14T10:00:00Z",
  ];
  const spaced = ["", " a", "a ", "- x", ": x", "a: b", "a #b", "--- a", "2001-1-1 10:00"];
  const all = [...words(texts), ...spaced];
  expect(all.filter((text) => written(text) !== `"${text}"`)).toEqual([]);
});

test("texts that need escapes", () => {
  const escapes = String.raw`a\tb a\nb \u0000 \u007f \u0085 \u2028 \ufeff \uffff \ud800`.split(" ");
  const texts = escapes.map((text) => JSON.parse(`"${text}"`) as string);
  expect(texts.map((text) => written(text))).toEqual(escapes.map((text) => `"${text}"`));
});

function words(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(" "));
}
