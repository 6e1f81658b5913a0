import {
  compileRegularExpression,
  expandReplacement,
  replaceMatches,
} from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

// What Go's Regexp.Expand gives for groups 0 to 2 and a group `name`.
test.each([
  ["$1-$2", "one-two"],
  ["$1x", ""],
  ["${1}x", "onex"],
  ["$10", ""],
  ["$name.", "N."],
  ["$name_", ""],
  ["$$1 $ $- ${", "$1 $ $- ${"],
  ["$0", "all"],
])("the replacement %s gives %j", (template, expected) => {
  const groups: Readonly<Record<string, string>> = { 0: "all", 1: "one", 2: "two", name: "N" };
  expect(expandReplacement(template, (name) => groups[name])).toBe(expected);
});

// What Go's Regexp.ReplaceAllString gives.
test.each([
  ["b*", "abc", "-", "-a-c-"],
  ["a|$", "a", "x", "x"],
  ["(b)(x)?", "abc", "$2$1$01", "abc"],
  ["(?P<one>b)", "abc", "[$one]", "a[b]c"],
  ["b", "abc", "$other", "a[other]c"],
])("%s in %s replaced by %s gives %s", (from, text, to, expected) => {
  const pattern = compileRegularExpression(from);
  if (!pattern.ok) throw new Error(pattern.reason);
  const other = (name: string): string | undefined => (name === "other" ? `[${name}]` : undefined);
  expect(replaceMatches(pattern, text, to, other).text).toBe(expected);
});
