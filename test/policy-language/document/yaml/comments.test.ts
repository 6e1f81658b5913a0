import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { expect, test } from "vitest";

const comments = (text: string, containing = ""): string[] =>
  (yamlPolicySource("a.yaml", text).comments?.(containing) ?? []).map(
    ({ text: said, range: { start, end } }) =>
      `${start.line}:${start.column}-${end.line}:${end.column} ${said}`,
  );

test("comments are found with their places", () => {
  const text = `# first
inbound: # second
  - name: a   #  third${"  "}
    # fourth
    actions: [type: deny] #
#last`;
  expect(comments(text)).toEqual([
    "1:1-1:8 first",
    "2:10-2:18 second",
    "3:15-3:25 third",
    "4:5-4:13 fourth",
    "5:27-5:28 ",
    "6:1-6:6 last",
  ]);
});

test("what looks like a comment in a string is none", () => {
  const text = `a: "# no"
b: '# no'
c: no#no
d: |
  # no
e: > # yes
  # no

  no
f: "
  # no"
g:
  no
  # yes, it ends the text
h: [ "#no", # yes
  '#no' ]
`;
  expect(comments(text).map((comment) => comment.replace(/^\S+ /, ""))).toEqual([
    "yes",
    "yes, it ends the text",
    "yes",
  ]);
});

test("a byte order mark and Windows line ends do not move them", () => {
  expect(comments("\ufeff# one\r\na: 1 # two\r\n")).toEqual(["1:1-1:6 one", "2:6-2:11 two"]);
});

test("only those that contain a text are asked for", () => {
  expect(comments("# one\na: 1 # two\n", "tw")).toEqual(["2:6-2:11 two"]);
});

test("a file that cannot be read has none", () => {
  expect(comments("# one\na: [\n")).toEqual([]);
});
