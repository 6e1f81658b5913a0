import { expect, test } from "vitest";
import { nearest } from "@traffic-policy/policy-language";

const known = ["status_code", "content", "headers", "deny", "custom-response"];

test.each([
  ["status_cod", "status_code"],
  ["status", "status_code"],
  ["custom_response", "custom-response"],
  ["denny", "deny"],
  ["dney", "deny"],
  ["ydeny", "deny"],
  ["edny", "deny"],
  ["Headers", "headers"],
  ["teleport", undefined],
  ["x", undefined],
  ["", undefined],
])("%j: %s", (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});
