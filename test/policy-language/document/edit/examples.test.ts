import {
  applyToJson,
  type Edit,
  type JsonValue,
  type SkipReason,
} from "@traffic-policy/policy-language";
import { applyToYaml } from "@traffic-policy/policy-language/yaml";
import { expect, test } from "vitest";

/** A text, the edits of fixes that are applied to it at once, and what becomes of both. */
type Example = readonly [
  what: string,
  before: string,
  fixes: readonly (readonly Edit[])[],
  after: string,
  skipped?: readonly SkipReason[],
];

const notJson = (() => 1) as unknown as JsonValue;

const json: readonly Example[] = [
  [
    "a value",
    '{ "a": 1, "b": 2 }',
    [[{ path: "/a", value: [1, { c: null }] }]],
    '{ "a": [1, { "c": null }], "b": 2 }',
  ],
  [
    "a part of a string with escapes",
    '{ "a": "x\\u0041\\ny" }',
    [[{ path: "/a", span: { start: 1, end: 2 }, text: 'q"' }]],
    '{ "a": "xq\\"\\ny" }',
  ],
  ["a key", '{ "a": 1 }', [[{ path: "/a", key: 'new "key"' }]], '{ "new \\"key\\"": 1 }'],
  [
    "a key that is taken",
    '{ "a": 1, "b": 2 }',
    [[{ path: "/a", key: "b" }]],
    '{ "a": 1, "b": 2 }',
    ["key-taken"],
  ],
  ["the first member", '{ "a": 1, "b": 2 }', [[{ path: "/a", remove: true }]], '{ "b": 2 }'],
  ["the last member", '{ "a": 1, "b": 2 }', [[{ path: "/b", remove: true }]], '{ "a": 1 }'],
  ["the only member", '{ "a": 1 }', [[{ path: "/a", remove: true }]], "{}"],
  [
    "members on lines of their own",
    '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n',
    [[{ path: "/b", remove: true }], [{ path: "/c", remove: true }]],
    '{\n  "a": 1\n}\n',
  ],
  [
    "items of a list",
    "[1, 2, 3]",
    [[{ path: "/0", remove: true }], [{ path: "/2", remove: true }]],
    "[2]",
  ],
  [
    "a member is added to one line",
    '{ "a": 1 }',
    [[{ path: "/b", value: "x" }]],
    '{ "a": 1, "b": "x" }',
  ],
  [
    "a member is added to an empty object",
    '{"a": {}}',
    [[{ path: "/a/b", value: true }]],
    '{"a": {"b": true}}',
  ],
  [
    "a member is added to lines",
    '{\r\n\t"a": 1\r\n}',
    [[{ path: "/b", value: { c: [1] } }]],
    '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}',
  ],
  [
    "an object on lines takes the place of a value",
    '{\n    "a": [\n        1\n    ]\n}',
    [[{ path: "/a/0", value: { b: [], c: { d: 1 } } }]],
    '{\n    "a": [\n        {\n            "b": [],\n            "c": {\n                "d": 1\n            }\n        }\n    ]\n}',
  ],
  ["the whole document", ' {"a": 1} ', [[{ path: "", value: [] }]], " [] "],
  [
    "two parts of one string",
    '{ "a": "one two" }',
    [
      [
        { path: "/a", span: { start: 0, end: 3 }, text: "1" },
        { path: "/a", span: { start: 4, end: 7 }, text: "2" },
      ],
    ],
    '{ "a": "1 2" }',
  ],
  [
    "two fixes of the same",
    '{ "a": 1 }',
    [[{ path: "/a", value: 2 }], [{ path: "/a", value: 3 }]],
    '{ "a": 2 }',
    ["overlap"],
  ],
  [
    "a fix inside of what an earlier one removes",
    '{ "a": { "b": 1 } }',
    [[{ path: "/a", remove: true }], [{ path: "/a/b", value: 3 }]],
    "{}",
    ["overlap"],
  ],
  [
    "edits that contradict each other",
    '{ "a": 1 }',
    [
      [
        { path: "/a", value: 2 },
        { path: "/a", remove: true },
      ],
    ],
    '{ "a": 1 }',
    ["contradictory"],
  ],
  [
    "nothing there",
    '{ "a": 1 }',
    [
      [{ path: "/b", remove: true }],
      [{ path: "/a/b", value: 1 }],
      [{ path: "/a", span: { start: 0, end: 1 }, text: "" }],
    ],
    '{ "a": 1 }',
    ["no-such-place", "no-such-place", "no-such-place"],
  ],
  ["no change", '{ "a": 1.0 }', [[{ path: "/a", value: 1 }]], '{ "a": 1.0 }', ["no-change"]],
  ["no JSON", '{ "a": 1 }', [[{ path: "/a", value: notJson }]], '{ "a": 1 }', ["not-json"]],
  ["errors", '{ "a": }', [[{ path: "/a", value: 1 }]], '{ "a": }', ["unreadable"]],
];

const yaml: readonly Example[] = [
  [
    "a plain value",
    "a: one # why\nb: 2\n",
    [[{ path: "/a", value: "two" }]],
    "a: two # why\nb: 2\n",
  ],
  [
    "a plain value that must be quoted",
    "a: one\n",
    [[{ path: "/a", value: "yes: no" }]],
    'a: "yes: no"\n',
  ],
  [
    "texts that YAML 1.1 reads otherwise",
    "a: x\nb: x\nc: x\n",
    [[{ path: "/a", value: "12:30" }], [{ path: "/b", value: "no" }], [{ path: "/c", value: "" }]],
    'a: "12:30"\nb: "no"\nc: ""\n',
  ],
  [
    "a single-quoted part",
    "a: 'it''s one'\n",
    [[{ path: "/a", span: { start: 5, end: 8 }, text: "'two'" }]],
    "a: 'it''s ''two'''\n",
  ],
  [
    "a double-quoted part",
    'a: "x\\ty"\n',
    [[{ path: "/a", span: { start: 1, end: 2 }, text: "\n" }]],
    'a: "x\\ny"\n',
  ],
  [
    "a part of a block",
    "a: |\n  one\n  two\n",
    [[{ path: "/a", span: { start: 4, end: 7 }, text: "2" }]],
    "a: |\n  one\n  2\n",
  ],
  [
    "a part of a folded block",
    "a: >-\n  one\n  two\n",
    [[{ path: "/a", span: { start: 0, end: 3 }, text: "1" }]],
    "a: >-\n  1\n  two\n",
  ],
  ["a key", "a: 1\nb: 2\n", [[{ path: "/a", key: "c d" }]], "c d: 1\nb: 2\n"],
  ["the first of a block", "a: 1\nb: 2\n", [[{ path: "/a", remove: true }]], "b: 2\n"],
  ["the last of a block", "a: 1\n\nb: 2\n", [[{ path: "/b", remove: true }]], "a: 1\n\n"],
  [
    "the only one of a block",
    "a:\n  b: 1\nc: 2\n",
    [[{ path: "/a/b", remove: true }]],
    "a: {}\nc: 2\n",
  ],
  [
    "with the comment on its line",
    "a: 1 # one\nb: 2 # two\n",
    [[{ path: "/a", remove: true }]],
    "b: 2 # two\n",
  ],
  [
    "a comment above",
    "# about a\na: 1\nb: 2\n",
    [[{ path: "/a", remove: true }]],
    "# about a\nb: 2\n",
  ],
  ["an item of a list", "- a\n- b\n- c\n", [[{ path: "/1", remove: true }]], "- a\n- c\n"],
  ["the first key of an item", "- a: 1\n  b: 2\n", [[{ path: "/0/a", remove: true }]], "- b: 2\n"],
  [
    "items of a flow list",
    "a: [1, 2, 3]\n",
    [[{ path: "/a/0", remove: true }], [{ path: "/a/2", remove: true }]],
    "a: [2]\n",
  ],
  [
    "a member of a flow map",
    "a: { b: 1, c: 2 }\n",
    [[{ path: "/a/c", remove: true }]],
    "a: { b: 1 }\n",
  ],
  [
    "a member is added to a block",
    "a:\n  b: 1\nc: 2\n",
    [[{ path: "/a/d", value: [1, "x"] }]],
    "a:\n  b: 1\n  d:\n    - 1\n    - x\nc: 2\n",
  ],
  [
    "a member is added to a flow map",
    "a: { b: 1 }\n",
    [[{ path: "/a/c", value: "x, y" }]],
    'a: { b: 1, c: "x, y" }\n',
  ],
  ["a member is added to an empty map", "a: {}\n", [[{ path: "/a/b", value: 1 }]], "a: {b: 1}\n"],
  [
    "a map takes the place of a value",
    "a: 1\nb: 2\n",
    [[{ path: "/a", value: { c: { d: 1 }, e: [1, 2] } }]],
    "a:\n  c:\n    d: 1\n  e:\n    - 1\n    - 2\nb: 2\n",
  ],
  [
    "a value takes the place of a map",
    "a:\n  b: 1\n  c: 2\nd: 3\n",
    [[{ path: "/a", value: 1 }]],
    "a: 1\nd: 3\n",
  ],
  [
    "what an alias stands for",
    "a: &x 1\nb: *x\n",
    [[{ path: "/a", value: 2 }], [{ path: "/b", value: 2 }]],
    "a: &x 1\nb: 2\n",
    ["shared"],
  ],
  ["a tag", "a: !!str 1\n", [[{ path: "/a", value: "2" }]], "a: !!str 1\n", ["unusual-syntax"]],
  [
    "a key with a question mark",
    "? a\n: 1\n",
    [[{ path: "/a", key: "b" }]],
    "? a\n: 1\n",
    ["unusual-syntax"],
  ],
  [
    "lines that end as in Windows",
    "a: 1\r\nb:\r\n  - 1\r\n",
    [[{ path: "/b", value: [1, 2] }]],
    "a: 1\r\nb:\r\n  - 1\r\n  - 2\r\n",
  ],
  ["the whole document", "# head\na: 1\n", [[{ path: "", value: { b: 1 } }]], "# head\nb: 1\n"],
  [
    "a list in a list",
    "a:\n- - 1\n  - 2\n- 3\n",
    [[{ path: "/a/0/0", remove: true }]],
    "a:\n- - 2\n- 3\n",
  ],
];

const syntaxes = [
  { name: "JSON", examples: json, apply: applyToJson },
  { name: "YAML", examples: yaml, apply: applyToYaml },
];

for (const { name, examples, apply } of syntaxes) {
  for (const [what, before, fixes, after, skipped = []] of examples) {
    test(`${name}: ${what}`, () => {
      const result = apply(
        before,
        fixes.map((edits) => ({ edits })),
      );
      expect(result.text).toBe(after);
      expect(result.skipped.map(({ reason }) => reason)).toEqual(skipped);
    });
  }
}
