import { expect, test } from "vitest";
import { spansAround } from "../../../packages/language-server/src/features/selection-range.ts";
import { marked } from "./site.ts";

function shown(text: string): string[] {
  const { site, offset } = marked(text);
  return spansAround(site, offset).map(({ start, end }) => site.text.slice(start, end));
}

test.each([
  ["a + b¦ * c", ["b", "b * c", "a + b * c"]],
  ["req.ho¦st == 'a'", ["host", "req.host", "req.host == 'a'"]],
  ["r¦eq.host == 'a'", ["req", "req.host", "req.host == 'a'"]],
  ["a == 'x¦y'", ["xy", "'xy'", "a == 'xy'"]],
  ["f(a, b¦ + 1)", ["b", "b + 1", "a, b + 1", "(a, b + 1)", "f(a, b + 1)"]],
  ["(a || b¦) && c", ["b", "a || b", "(a || b)", "(a || b) && c"]],
  ["a ¦&& b", ["&&", "a && b"]],
  ["[1, 2¦]", ["2", "1, 2", "[1, 2]"]],
  ["¦", [""]],
  // Without a tree.
  ["f(a, b.c¦ + 1", ["c", "b.c", "b.c + 1", "f(a, b.c + 1"]],
  [
    "f(a, [b¦ +], x) &&",
    ["b", "b +", "[b +]", "a, [b +], x", "(a, [b +], x)", "f(a, [b +], x) &&"],
  ],
  ["a == 'x¦y", ["xy", "'xy", "a == 'xy"]],
  ["  ¦", ["  "]],
])("around %s: %j", (text, expected) => {
  expect(shown(text)).toEqual(expected);
});
