import { isToken } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each(["a", "X-Api_Key", "GET", "1", "!#$%&'*+.^_`|~-"])("%s is a token", (text) => {
  expect(isToken(text)).toBe(true);
});

test.each(["", "a b", " a", "a:", "a\n", "\u00e4-b", "a/b", 'a"', "a(b)", "\u212a-a", "a\u0000"])(
  "%j is none",
  (text) => {
    expect(isToken(text)).toBe(false);
  },
);
