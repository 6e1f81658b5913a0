import fc from "fast-check";
import { expect, test } from "vitest";
import { parseYaml } from "@traffic-policy/policy-language/yaml";
import type { ParsedDocument } from "../../../../packages/policy-language/src/document/policy-source.ts";
import type { TreeNode } from "../../../../packages/policy-language/src/document/tree/tree.ts";
import { parseByLibrary } from "../../../../packages/policy-language/src/document/yaml/parse-yaml.ts";
import { readPlainYaml } from "../../../../packages/policy-language/src/document/yaml/plain-yaml.ts";
import { damaged, damages, inYaml } from "../../../long-documents.ts";
import { seeded } from "../../../seeded.ts";

/** A node with everything in it, also the places of the units of texts. */
function shape(node: TreeNode | undefined): unknown {
  if (node === undefined) return undefined;
  const { kind, start, end } = node;
  switch (node.kind) {
    case "object": {
      const members = node.members.map(({ key, value }) => [shape(key), shape(value)]);
      return { kind, start, end, members };
    }
    case "list":
      return { kind, start, end, items: node.items.map(shape) };
    case "text": {
      const { value, style } = node;
      const units = Array.from(value, (_one, at) => node.range({ start: at, end: at + 1 }));
      return { kind, start, end, value, style, units };
    }
    case "other":
      return { kind, start, end, value: String(node.value) };
  }
}

function everything({ value, errors, positions }: ParsedDocument): unknown {
  return { value, errors, root: shape(positions.root) };
}

const byLibrary = (text: string): unknown => everything(parseByLibrary(text));

const pieces = [
  "a: b",
  "b: 'it''s'",
  'c: "x \\"y\\" \\\\"',
  "d:",
  "- a",
  "- a: b",
  "- - c",
  "-",
  "- {a: b, 'c': [1, x y]}",
  "e: [a, 'b', \"c\", -1, 0x1F, .5]",
  "f: {}",
  "g: []",
  "h: {a: {b: c}} # d",
  "i: https://a.example:8080/x?y=z#w",
  "j: req.method == 'GET' && x # y",
  "k: a: b",
  "'l m': n",
  '"o": p',
  "&& q",
  "- !x y",
  "r: &s t",
  "u: *s",
  "v: |",
  "w: >-",
  "<<: *s",
  "x: null",
  "y: ~",
  "true: 1",
  "z: 1_000",
  "a: -",
  "b: -x",
  "c: [a, ]",
  "d: [(a), b]",
  "e: {x: [f(a, b), c]}",
  "e: 'open",
  'f: "open',
  'close"',
  "close' # d",
  "'' more",
  'g: "a\\r\\n b \\\\',
  "\\\\n c\\",
  "g: {{ x }}",
  "? h",
  "# comment",
  "",
  "---",
  "...",
  "%YAML 1.2",
  "i: .nan",
  "j: 2024-01-01",
  "k: @x",
  "l:m",
  "m :n",
  "é: ü",
  "n: \\t",
  "\to: p",
  "q: r\r",
  "s: t\u2028u",
];

const line = fc
  .tuple(
    fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 6),
    fc.constantFrom(...pieces),
    fc.constantFrom("", "", "", " ", " # c"),
  )
  .map(([indentation, piece, end]) => `${" ".repeat(indentation)}${piece}${end}\n`);

test("random lines are what the library reads in them", () => {
  let plain = 0;
  seeded(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const text = lines.join("");
      if (readPlainYaml(text) !== undefined) plain += 1;
      expect(everything(parseYaml(text))).toEqual(byLibrary(text));
    }),
    1000,
    20_000,
    100,
  );
  expect(plain).toBeGreaterThan(0);
});

test("random lines in quotes are what the library reads in them", () => {
  const part = fc.constantFrom(
    "\n",
    "\n",
    "\n  ",
    "\n\n   ",
    " ",
    "\\n",
    "b",
    "c #d",
    ": ",
    "# e",
    "-",
  );
  seeded(
    fc.property(fc.constantFrom('"', "'"), fc.array(part, { maxLength: 8 }), (quote, parts) => {
      const text = `a: ${quote}${parts.join("")}${quote}\nf: g\n`;
      expect(everything(parseYaml(text))).toEqual(byLibrary(text));
    }),
    1000,
    20_000,
    100,
  );
});

test("long documents are what the library reads in them, also when something in them changes", () => {
  seeded(
    fc.property(inYaml, damages, ({ text }, change) => {
      expect(everything(parseYaml(text))).toEqual(byLibrary(text));
      const other = damaged(text, change);
      expect(everything(parseYaml(other))).toEqual(byLibrary(other));
    }),
    20,
    500,
    4,
  );
});

test.each([
  "a: b",
  "---\na: b\n",
  "# first\n\na:\n  - b # c\n  - d: e\n    f: 'g'\n\n  # last\n  - h\ni: 1\n",
  "a:\n- b\n- c: d\n",
  "- a\n- [b, c]\n",
  "a: req.method == 'GET' &&\n  req.url.path == '/'\n",
  "expressions: [\"req.url.path == '/'\", a == 'b']\n",
  "actions: [{ type: deny, config: { status_code: 403 } }]\n",
  'a: "say \\"no\\""\n',
  'a: "one\\r\\n"\n',
  "a:\n  - 'b\n    it''s'\n  - c\n",
  'a:\n  b: "c  \n    d # e\n   f" # g\n  h: i\n',
  "a: \"one\\r\n\n    two \n  \n\n  \"\nb: '\n\n  c'\n",
])("%j is read without the library", (text) => {
  expect(readPlainYaml(text)).toBeDefined();
  expect(everything(parseYaml(text))).toEqual(byLibrary(text));
});

test.each([
  ["an anchor", "a: &b c"],
  ["an alias", "a: *b"],
  ["a tag", "a: !!str b"],
  ["a merge key", "<<: {a: b}"],
  ["a key that is no text", "null: a"],
  ["a block scalar", "a: |\n  b\n"],
  ["no value", "a:\n"],
  ["a key twice", "a: b\na: c\n"],
  ["two documents", "a: b\n---\na: c\n"],
  ["a tab", "a:\tb"],
  ["a string that ends in a comment", "a: b == 'c #d'"],
  ["an expression in brackets", "a: [f(b, c)]"],
  ["a text in quotes with what looks like a comment", "a: 'b\n  # c\n  d'"],
  ["a text in quotes whose line ends with a backslash", 'a: "b\\\n  c"'],
  ["a text in quotes whose next line stands left", "a:\n  b: 'c\n  d'"],
  ["a text in brackets and two lines", "a: ['b\n  c']"],
  ["odd indentation", "a:\n   b: c\n  d: e\n"],
])("%s is left to the library", (_what, text) => {
  expect(readPlainYaml(text)).toBeUndefined();
});
