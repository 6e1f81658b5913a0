import { applyToJson, type Edit } from "@traffic-policy/policy-language";
import { testExamples } from "./example.ts";

const text = '{ "a": "xyz", "b": { "c": 1 }, "d": [1, 2] }';

const span = (start: number, end: number): Edit => ({
  path: "/a",
  span: { start, end },
  text: "-",
});

testExamples(
  [
    [
      "spans that are none",
      text,
      [[span(2, 1)], [span(-1, 1)], [span(0, 0.5)], [span(0.5, 1)], [span(0, 4)]],
      text,
      Array(5).fill("no-such-place"),
    ],
    [
      "paths that lead nowhere",
      text,
      ["a", "/b/c/e", "/d/2", "/d/00", "/d/-1", "/d/-"].map((path) => [{ path, value: 9 }]),
      text,
      Array(6).fill("no-such-place"),
    ],
    [
      "what is not there cannot go",
      text,
      ["", "/e", "/d/2", "/b/e"].map((path) => [{ path, remove: true }]),
      text,
      Array(4).fill("no-such-place"),
    ],
    [
      "what is no member has no key",
      text,
      ["", "/e", "/d/0"].map((path) => [{ path, key: "x" }]),
      text,
      Array(3).fill("no-such-place"),
    ],
    [
      "a part of what is no text",
      text,
      ["", "/b", "/d", "/d/0"].map((path) => [{ path, span: { start: 0, end: 0 }, text: "x" }]),
      text,
      Array(4).fill("no-such-place"),
    ],
    [
      "a key that is taken, one that is below, and one that is added to it",
      '{ "a": { "b": 1 } }',
      [[{ path: "/a", key: "b" }], [{ path: "/a/b", key: "a" }], [{ path: "/a/b/c", key: "d" }]],
      '{ "b": { "a": 1 } }',
      ["no-such-place"],
    ],
    [
      "a removed member gets a new key",
      text,
      [
        [
          { path: "/b", remove: true },
          { path: "/b", key: "c" },
        ],
      ],
      text,
      ["contradictory"],
    ],
    [
      "two edits add the same",
      text,
      [
        [
          { path: "/e", value: 1 },
          { path: "/e", value: 1 },
        ],
      ],
      text,
      ["contradictory"],
    ],
    [
      "one edit adds what another one renames to",
      text,
      [
        [
          { path: "/e", value: 1 },
          { path: "/a", key: "e" },
        ],
      ],
      text,
      ["contradictory"],
    ],
    [
      "two edits rename the same",
      text,
      [
        [
          { path: "/a", key: "e" },
          { path: "/a", key: "f" },
        ],
      ],
      text,
      ["contradictory"],
    ],
    [
      "an edit below what another one replaces",
      text,
      [
        [
          { path: "/b", value: 1 },
          { path: "/b/c", value: 2 },
        ],
      ],
      text,
      ["contradictory"],
    ],
    ["parts of a text that overlap", text, [[span(0, 2), span(1, 3)]], text, ["contradictory"]],
    [
      "fixes of parts that touch",
      text,
      [[span(0, 1)], [span(1, 2)], [span(2, 3)]],
      text.replace("xyz", "-y-"),
      ["overlap"],
    ],
    [
      "fixes that add the same",
      text,
      [[{ path: "/b/e", value: 1 }], [{ path: "/b/e", value: 2 }]],
      text.replace("1 }", '1, "e": 1 }'),
      ["overlap"],
    ],
    [
      "a fix of the key and one of the value",
      text,
      [[{ path: "/b", key: "e" }], [{ path: "/b/c", value: 2 }]],
      text.replace('"b": { "c": 1', '"e": { "c": 2'),
    ],
    [
      "a fix of the value and one of the key",
      text,
      [[{ path: "/b", value: 2 }], [{ path: "/b", key: "e" }]],
      text.replace('"b": { "c": 1 }', '"e": 2'),
    ],
    [
      "a fix of what an earlier one replaces",
      text,
      [[{ path: "/b", value: 2 }], [{ path: "/b/c", value: 2 }]],
      text.replace('{ "c": 1 }', "2"),
      ["overlap"],
    ],
    [
      "a fix that replaces what an earlier one changes",
      text,
      [[{ path: "/b/c", value: 2 }], [{ path: "/b", value: 2 }]],
      text.replace('"c": 1', '"c": 2'),
      ["overlap"],
    ],
    [
      "a fix that removes what an earlier one renames",
      text,
      [[{ path: "/b", key: "e" }], [{ path: "/b", remove: true }]],
      text.replace('"b"', '"e"'),
      ["overlap"],
    ],
    [
      "an item goes and another one changes",
      text,
      [[{ path: "/d/0", remove: true }], [{ path: "/d/1", value: 3 }]],
      text.replace("1, 2", "3"),
    ],
    ["fixes without edits", text, [[]], text, ["no-change"]],
    [
      "a fix that makes one change and one that is none",
      text,
      [
        [
          { path: "/d/0", value: 1 },
          { path: "/d/1", value: 3 },
        ],
      ],
      text.replace("1, 2", "1, 3"),
    ],
  ],
  applyToJson,
);
