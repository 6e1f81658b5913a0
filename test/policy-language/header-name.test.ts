import { canonicalHeaderName } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each([
  ["content-type", "Content-Type"],
  ["Content-Type", "Content-Type"],
  ["CONTENT-TYPE", "Content-Type"],
  ["etag", "Etag"],
  ["x-api-key", "X-Api-Key"],
  ["x_api_key", "X_api_key"],
  ["x-1a-b2", "X-1a-B2"],
  ["--a", "--A"],
  ["a-", "A-"],
  ["sec-ch-ua!", "Sec-Ch-Ua!"],
  ["!#$%&'*+.^`|~", "!#$%&'*+.^`|~"],
])("%s is %s", (name, canonical) => {
  expect(canonicalHeaderName(name)).toBe(canonical);
  expect(canonicalHeaderName(canonical)).toBe(canonical);
});

test.each(["", "a b", " a", "a:", "a\n", "ä-b", "a/b", 'a"', "a(b)", "\u212a-a"])(
  "%j cannot be the name of a header, and stays as it is",
  (name) => {
    expect(canonicalHeaderName(name)).toBe(name);
  },
);
