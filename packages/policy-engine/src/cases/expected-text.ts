import { BoundedMap } from "@traffic-policy/policy-language";
import { RE2JS } from "re2js";
import type { JsonLike } from "../expression/values.ts";
import type { ExpectedText } from "./expectation.ts";

// The same pattern stands in many rows of a table.
const compiled = new BoundedMap<string, RE2JS>();

/** Whether a text is as expected. */
export function isExpectedText(text: string, expected: ExpectedText): boolean {
  if (typeof expected === "string") return text === expected;
  if (expected instanceof RegExp) {
    expected.lastIndex = 0;
    return expected.test(text);
  }
  let pattern = compiled.get(expected.matches);
  if (pattern === undefined) {
    pattern = RE2JS.compile(expected.matches);
    compiled.set(expected.matches, pattern);
  }
  return pattern.matcher(text).find();
}

/** What is expected, as data. */
export function expectedTextJson(expected: ExpectedText): JsonLike {
  if (typeof expected === "string") return expected;
  return { matches: expected instanceof RegExp ? expected.toString() : expected.matches };
}
