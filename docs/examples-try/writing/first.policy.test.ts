import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import first from "./first.policy.ts";

test("the admin pages are refused before anything else", () => {
  expect(first.toDocument().inbound?.[0]).toEqual({
    name: "Nobody needs the admin pages from outside",
    expressions: ["req.url.path.startsWith('/admin/')"],
    actions: [{ type: "deny", config: { status_code: 404 } }],
  });
});

test("nothing is wrong with it", () => {
  expect(lintPolicy(jsonPolicySource("first.policy.ts", first.toString()))).toEqual([]);
});
