import { applyToJson, type JsonValue } from "@traffic-policy/policy-language";
import { testExamples } from "./example.ts";

const notJson = (() => 1) as unknown as JsonValue;

testExamples(
  [
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
      "items are added to lines",
      '{\n  "a": [\n    { "b": 1 }\n  ]\n}\n',
      [[{ path: "/a", items: [{ b: 2 }, 3] }]],
      '{\n  "a": [\n    { "b": 1 },\n    {\n      "b": 2\n    },\n    3\n  ]\n}\n',
    ],
    [
      "items are added to one line, and to an empty list",
      '{"a": [1], "b": []}',
      [[{ path: "/a", items: [2] }], [{ path: "/b", items: [{ c: 3 }, 4] }]],
      '{"a": [1, 2], "b": [{"c": 3}, 4]}',
    ],
    [
      "items are added to a list only",
      '{ "a": 1 }',
      [[{ path: "/a", items: [2] }]],
      '{ "a": 1 }',
      ["no-such-place"],
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
    [
      "on one line without spaces",
      '{"a":1}',
      [[{ path: "/b", value: [1, { c: 2 }] }]],
      '{"a":1,"b":[1,{"c":2}]}',
    ],
    ["spaces around the colon", '{"a" : 1}', [[{ path: "/b", value: 2 }]], '{"a" : 1, "b" : 2}'],
    [
      "no spaces in the braces",
      '{"a": 1}',
      [[{ path: "/a", value: [1, { c: 2 }, {}] }]],
      '{"a": [1, {"c": 2}, {}]}',
    ],
    [
      "a value on the line behind its key",
      '{"a":\n1}',
      [[{ path: "/b", value: 2 }]],
      '{"a":\n1,"b":2}',
    ],
    [
      "a list on one line among lines",
      '{\n  "a": [1, 2],\n  "b": 3\n}',
      [[{ path: "/a", value: [1, 2, { c: 3 }] }]],
      '{\n  "a": [1, 2, {"c": 3}],\n  "b": 3\n}',
    ],
    [
      "a list in the place of an empty one",
      '{\n  "a": []\n}',
      [[{ path: "/a", value: [1] }]],
      '{\n  "a": [\n    1\n  ]\n}',
    ],
    [
      "a member is added to an empty object among lines",
      '{\n  "a": {}\n}',
      [[{ path: "/a/b", value: 1 }]],
      '{\n  "a": {\n    "b": 1\n  }\n}',
    ],
    [
      "lines that are indented by what is inside",
      '{ "x": 1, "a": {\n   "b": 1\n} }',
      [[{ path: "/x", value: [2] }]],
      '{ "x": [\n   2\n], "a": {\n   "b": 1\n} }',
    ],
    [
      "a byte order mark",
      '\ufeff{\n "a": 1\n}',
      [[{ path: "/b", value: [2] }]],
      '\ufeff{\n "a": 1,\n "b": [\n  2\n ]\n}',
    ],
    [
      "an empty line between members",
      '{\n  "a": 1,\n\n  "b": 2\n}',
      [[{ path: "/c", value: 3 }]],
      '{\n  "a": 1,\n\n  "b": 2,\n  "c": 3\n}',
    ],
    [
      "an empty line above the only member",
      '{\n\n  "a": 1\n}',
      [[{ path: "/b", value: 2 }]],
      '{\n\n  "a": 1,\n  "b": 2\n}',
    ],
    [
      "several members are added",
      '{ "a": 1 }',
      [
        [
          { path: "/b", value: 2 },
          { path: "/c", value: 3 },
        ],
      ],
      '{ "a": 1, "b": 2, "c": 3 }',
    ],
    [
      "the only member is replaced by another",
      '{ "a": 1 }',
      [
        [
          { path: "/a", remove: true },
          { path: "/b", value: 2 },
        ],
      ],
      '{ "b": 2 }',
    ],
    ["the only member among lines", '{\n  "a": 1\n}\n', [[{ path: "/a", remove: true }]], "{}\n"],
    [
      "the only member among lines is replaced by others",
      '{\r\n  "a": 1\r\n}\r\n',
      [
        [
          { path: "/a", remove: true },
          { path: "/b", value: 2 },
          { path: "/c", value: {} },
        ],
      ],
      '{\r\n  "b": 2,\r\n  "c": {}\r\n}\r\n',
    ],
    [
      "the last member is replaced by another",
      '{ "a": 1, "b": 2 }',
      [
        [
          { path: "/b", remove: true },
          { path: "/c", value: 3 },
        ],
      ],
      '{ "a": 1, "c": 3 }',
    ],
    [
      "the first member among lines",
      '{\n  "a": 1,\n  "b": 2\n}',
      [[{ path: "/a", remove: true }]],
      '{\n  "b": 2\n}',
    ],
    [
      "two that stand together, and one that does not",
      "[1,2,3,4,5]",
      [["/1", "/2", "/4"].map((path) => ({ path, remove: true }))],
      "[1,4]",
    ],
    ["the first two", "[1, 2, 3]", [["/1", "/0"].map((path) => ({ path, remove: true }))], "[3]"],
    ["all items", "[ 1, 2 ]", [["/0", "/1"].map((path) => ({ path, remove: true }))], "[]"],
    [
      "a key and a value below it",
      '{ "a": { "b": 1 } }',
      [
        [
          { path: "/a", key: "c" },
          { path: "/a/b", value: 2 },
        ],
      ],
      '{ "c": { "b": 2 } }',
    ],
    [
      "the key that it has",
      '{ "a": 1 }',
      [[{ path: "/a", key: "a" }]],
      '{ "a": 1 }',
      ["no-change"],
    ],
    [
      "a key of one that goes away",
      '{ "a": 1, "b": 2 }',
      [
        [
          { path: "/a", key: "b" },
          { path: "/b", remove: true },
        ],
      ],
      '{ "b": 1 }',
    ],
    [
      "keys change places",
      '{ "a": 1, "b": 2 }',
      [
        [
          { path: "/a", key: "b" },
          { path: "/b", key: "a" },
        ],
      ],
      '{ "b": 1, "a": 2 }',
    ],
    [
      "a key with a slash and a tilde",
      '{ "a/b~": 1 }',
      [[{ path: "/a~1b~0", value: 2 }]],
      '{ "a/b~": 2 }',
    ],
    [
      "the whole of a string",
      '{ "a": "xy" }',
      [[{ path: "/a", span: { start: 0, end: 2 }, text: "" }]],
      '{ "a": "" }',
    ],
    [
      "the end of a string",
      '{ "a": "x" }',
      [[{ path: "/a", span: { start: 1, end: 1 }, text: "y" }]],
      '{ "a": "xy" }',
    ],
    [
      "parts of one string side by side",
      '{ "a": "xy" }',
      [
        [
          { path: "/a", span: { start: 1, end: 2 }, text: "2" },
          { path: "/a", span: { start: 0, end: 1 }, text: "1" },
        ],
      ],
      '{ "a": "12" }',
    ],
    [
      "half of a character",
      '{ "a": "😀" }',
      [[{ path: "/a", span: { start: 0, end: 1 }, text: "" }]],
      '{ "a": "😀" }',
      ["unverified"],
    ],
    [
      "one of many fixes goes wrong",
      '{ "a": "😀", "b": 1, "c": 2 }',
      [
        [{ path: "/b", value: 3 }],
        [{ path: "/a", span: { start: 0, end: 1 }, text: "" }],
        [{ path: "/c", value: 4 }],
      ],
      '{ "a": "😀", "b": 3, "c": 4 }',
      ["unverified"],
    ],
  ],
  applyToJson,
);
