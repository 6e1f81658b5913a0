import { expect, test } from "vitest";
import { insertIntoYaml } from "../../../../packages/cli/src/commands/init/insert.ts";

const entry = { policies: { run: "lint" } };

test.each<[string, string, string]>([
  ["an empty text", "", "pre-commit:\n  commands:\n    policies:\n      run: lint\n"],
  [
    "a comment alone, without an end of line",
    "# ours",
    "# ours\npre-commit:\n  commands:\n    policies:\n      run: lint\n",
  ],
  [
    "another key",
    "pre-push: # later\n  parallel:   true\n",
    "pre-push: # later\n  parallel:   true\npre-commit:\n  commands:\n    policies:\n      run: lint\n",
  ],
  [
    "other commands, indented by four, with a comment at the end of a line",
    "pre-commit:\n    commands:\n        a:\n            run: 'x' # why\n\n# end\npre-push: {}\n",
    "pre-commit:\n    commands:\n        a:\n            run: 'x' # why\n        policies:\n          run: lint\n\n# end\npre-push: {}\n",
  ],
  [
    "no commands yet",
    "pre-commit:\n  parallel: true\n",
    "pre-commit:\n  parallel: true\n  commands:\n    policies:\n      run: lint\n",
  ],
  [
    "a last line without an end",
    "pre-commit:\n  commands:\n    a:\n      run: x",
    "pre-commit:\n  commands:\n    a:\n      run: x\n    policies:\n      run: lint\n",
  ],
  [
    "lines as Windows ends them",
    "pre-commit:\r\n  commands:\r\n    a:\r\n      run: x\r\npre-push: {}\r\n",
    "pre-commit:\r\n  commands:\r\n    a:\r\n      run: x\r\n    policies:\r\n      run: lint\r\npre-push: {}\r\n",
  ],
  [
    "another key, in lines as Windows ends them",
    "pre-push: {}\r\na: {}",
    "pre-push: {}\r\na: {}\r\npre-commit:\r\n  commands:\r\n    policies:\r\n      run: lint\r\n",
  ],
  [
    "a text of several lines at last",
    "pre-commit:\n  commands:\n    a:\n      run: |\n        x\n        y\n",
    "pre-commit:\n  commands:\n    a:\n      run: |\n        x\n        y\n    policies:\n      run: lint\n",
  ],
])("%s", (_what, text, expected) => {
  expect(insertIntoYaml(text, ["pre-commit", "commands"], entry)).toBe(expected);
});

test.each<[string, string]>([
  ["braces", "pre-commit: {commands: {a: {run: x}}}\n"],
  ["another kind of value", "pre-commit: 3\n"],
  ["a list", "pre-commit:\n  commands:\n    - a\n"],
  ["a command of the same name", "pre-commit:\n  commands:\n    policies:\n      run: x\n"],
  ["a text that is no YAML", "pre-commit: [\n"],
  ["two documents", "pre-commit:\n  a: 1\n---\nb: 1\n"],
  ["an alias in its place", "x: &x\n  commands:\n    a: {}\npre-commit: *x\n"],
])("%s is left alone", (_what, text) => {
  expect(insertIntoYaml(text, ["pre-commit", "commands"], entry)).toBeUndefined();
});

test("an item of a list, indented or not", () => {
  expect(insertIntoYaml("repos:\n- repo: a\n  hooks: []\n", ["repos"], [{ repo: "b" }])).toBe(
    "repos:\n- repo: a\n  hooks: []\n- repo: b\n",
  );
  expect(insertIntoYaml("repos:\n    -   repo: a\nci: {}\n", ["repos"], [{ repo: "b" }])).toBe(
    "repos:\n    -   repo: a\n    - repo: b\nci: {}\n",
  );
  expect(insertIntoYaml("", ["repos"], [{ repo: "b" }])).toBe("repos:\n  - repo: b\n");
});
