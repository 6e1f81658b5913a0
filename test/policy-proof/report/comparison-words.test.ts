import { differenceSide } from "@traffic-policy/policy-proof/report";
import { expect, test } from "vitest";

test.each([
  [null, "none"],
  [[], "none"],
  [["a", "b"], "a, b"],
  ["", '""'],
  [[["forward-internal", {}]], '[["forward-internal",{}]]'],
])("%j is shown as %s", (value, shown) => {
  expect(differenceSide(value, 100)).toBe(shown);
});
