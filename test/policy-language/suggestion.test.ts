import { expect, test } from "vitest";
import { dialectNameOf, nearest, nearMiss } from "@traffic-policy/policy-language/internal";

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

test.each([
  ["status-code", "status_code"],
  ["statusCode", "status_code"],
  ["custom-respnse", "custom-response"],
  ["custom-repsones", undefined],
  ["dney", "deny"],
  ["den", "deny"],
  ["contents", "content"],
  ["ontent", "content"],
  ["comtent", "content"],
  ["conttent", "content"],
  ["kontemt", "content"],
  ["demi", undefined],
  ["status", undefined],
  ["de", undefined],
])("%j certainly means %s", (name, meant) => {
  expect(nearMiss(name, known)).toBe(meant);
});

test.each([
  [{ on_http_reqest: [] }, "phases"],
  [{ onHttpRequest: [] }, "phases"],
  [{ on_http_reqest: [], inbound: [] }, "directions"],
  [{ inbuond: [] }, "directions"],
  [{}, "directions"],
])("%j is of the dialect %s", (document, dialect) => {
  expect(dialectNameOf(document)).toBe(dialect);
});
