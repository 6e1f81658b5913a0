import { applyToYaml } from "@traffic-policy/policy-language/yaml";
import { testExamples } from "./example.ts";

testExamples(
  [
    ["no line break at the end", "a: 1", [[{ path: "/b", value: 2 }]], "a: 1\nb: 2"],
    [
      "no line break at the end, as in Windows",
      "a: 1\r\nb: 2",
      [[{ path: "/c", value: [3] }]],
      "a: 1\r\nb: 2\r\nc:\r\n  - 3",
    ],
    [
      "several",
      "a: 1\n",
      [
        [
          { path: "/b", value: 2 },
          { path: "/c", value: "no" },
        ],
      ],
      'a: 1\nb: 2\nc: "no"\n',
    ],
    [
      "in the place of the last one",
      "a: 1\nb: 2\n",
      [
        [
          { path: "/b", remove: true },
          { path: "/c", value: 3 },
        ],
      ],
      "a: 1\nc: 3\n",
    ],
    [
      "in the place of the last one, without a line break",
      "a: 1\nb: 2",
      [
        [
          { path: "/b", remove: true },
          { path: "/c", value: 3 },
        ],
      ],
      "a: 1\nc: 3",
    ],
    [
      "in the place of the only one",
      "a:\n  b: 1\nd: 2\n",
      [
        [
          { path: "/a/b", remove: true },
          { path: "/a/c", value: 3 },
        ],
      ],
      "a:\n  c: 3\nd: 2\n",
    ],
    [
      "below the last one",
      "a:\n  b: 1 # one\n  # end of a\n# end\n",
      [[{ path: "/a/c", value: 2 }]],
      "a:\n  b: 1 # one\n  c: 2\n  # end of a\n# end\n",
    ],
    [
      "behind a block of text",
      "a: |\n  one\n\nb: 1\n",
      [[{ path: "/c", value: 2 }]],
      "a: |\n  one\n\nb: 1\nc: 2\n",
    ],
    [
      "right behind a block of text",
      "a:\n  b: |\n    one\n\nc: 1\n",
      [[{ path: "/a/d", value: 2 }]],
      "a:\n  b: |\n    one\n  d: 2\n\nc: 1\n",
    ],
    [
      "behind a dash",
      "- a: 1\n- 2\n",
      [[{ path: "/0/b", value: { c: 3 } }]],
      "- a: 1\n  b:\n    c: 3\n- 2\n",
    ],
    [
      "behind nested members",
      "a:\n    b:\n        c: 1\nd: 2\n",
      [[{ path: "/a/e", value: { f: 1 } }]],
      "a:\n    b:\n        c: 1\n    e:\n        f: 1\nd: 2\n",
    ],
    [
      "keys are quoted as the last one",
      "'a': 'x'\n'b': 1\n",
      [[{ path: "/c", value: "y" }]],
      "'a': 'x'\n'b': 1\n'c': 'y'\n",
    ],
    [
      "below an anchor",
      "a: &x\n  b: 1\nc: *x\n",
      [[{ path: "/a/d", value: 2 }]],
      "a: &x\n  b: 1\nc: *x\n",
      ["shared"],
    ],
    [
      "to an empty map, as elsewhere",
      "x: { y: 1 }\na: {}\n",
      [[{ path: "/a/b", value: { c: 1 } }]],
      "x: { y: 1 }\na: { b: { c: 1 } }\n",
    ],
    [
      "to an empty document",
      "{}\n",
      [
        [
          { path: "/a", value: 1 },
          { path: "/b", value: 2 },
        ],
      ],
      "{a: 1, b: 2}\n",
    ],
    [
      "in the place of the only one between brackets",
      "a: { b: 1 }\n",
      [
        [
          { path: "/a/b", remove: true },
          { path: "/a/c", value: 3 },
        ],
      ],
      "a: { c: 3 }\n",
    ],
    [
      "in the place of the last one between brackets",
      "a: { b: 1, c: 2 }\n",
      [
        [
          { path: "/a/c", remove: true },
          { path: "/a/d", value: 3 },
        ],
      ],
      "a: { b: 1, d: 3 }\n",
    ],
    [
      "between brackets, as far apart as the others",
      "a: {b: 1,c: 2}\n",
      [[{ path: "/a/d", value: 3 }]],
      "a: {b: 1,c: 2,d: 3}\n",
    ],
    [
      "between brackets, on lines",
      "a: {\n  b: 1,\n\n  c: 2\n}\n",
      [
        [
          { path: "/a/d", value: 3 },
          { path: "/a/e", value: 4 },
        ],
      ],
      "a: {\n  b: 1,\n\n  c: 2,\n  d: 3,\n  e: 4\n}\n",
    ],
    [
      "between brackets, on lines, with a comma at the end",
      "a: {\r\n  b: 1,\r\n}\r\n",
      [[{ path: "/a/c", value: 2 }]],
      "a: {\r\n  b: 1,\r\n  c: 2,\r\n}\r\n",
    ],
    [
      "behind a comment",
      "a: {\n  b: 1 # one\n}\n",
      [
        [
          { path: "/a/c", value: 2 },
          { path: "/a/d", value: 3 },
        ],
      ],
      "a: {\n  b: 1, # one\n  c: 2,\n  d: 3\n}\n",
    ],
    [
      "behind a comma and a comment",
      "a: {\n  b: 1, # one\n}\n",
      [[{ path: "/a/c", value: 2 }]],
      "a: {\n  b: 1, # one\n  c: 2,\n}\n",
    ],
    [
      "below a comment between brackets",
      "a: {\n  b: 1, # one\n  c: 2\n}\n",
      [[{ path: "/a/d", value: 3 }]],
      "a: {\n  b: 1, # one\n  c: 2,\n  d: 3\n}\n",
    ],
    [
      "behind a comment on a line with others",
      "a: { b: 1, c: 2 # two\n }\n",
      [[{ path: "/a/d", value: 3 }]],
      "a: { b: 1, c: 2 # two\n }\n",
      ["comment"],
    ],
    [
      "items of a list",
      "# all\na:\n  - b: 1 # one\n  # end of a\nc: 2\n",
      [[{ path: "/a", items: [{ b: 2, d: [3] }, "e"] }]],
      "# all\na:\n  - b: 1 # one\n  - b: 2\n    d:\n      - 3\n  - e\n  # end of a\nc: 2\n",
    ],
    [
      "items of a list with an empty line between them",
      "a:\n- b: 1\n\n- b: 2\n",
      [[{ path: "/a", items: [{ b: 3 }, { b: 4 }] }]],
      "a:\n- b: 1\n\n- b: 2\n\n- b: 3\n\n- b: 4\n",
    ],
    [
      "items between brackets",
      "a: [1, 2] # few\n",
      [[{ path: "/a", items: [3, { b: 4 }] }]],
      "a: [1, 2, 3, {b: 4}] # few\n",
    ],
    ["items of an empty list", "a: []\n", [[{ path: "/a", items: [3] }]], "a: [3]\n"],
    [
      "a text that must be quoted between brackets",
      "a: { b: x }\n",
      [[{ path: "/a/c", value: ["p,q", "p"] }]],
      'a: { b: x, c: ["p,q", p] }\n',
    ],
  ],
  applyToYaml,
);
