import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import first from "./first.policy.ts";

test("the admin pages are refused before anything else", () => {
  expect(first.toDocument().on_http_request?.[0]).toEqual({
    name: "Nobody needs the admin pages from outside",
    expressions: ["req.url.path.matches('^/admin(/|$)')"],
    actions: [{ type: "deny", config: { status_code: 404 } }],
  });
});

test("nothing is wrong with it", () => {
  const source = jsonPolicySource("first.policy.ts", first.toString());
  expect(lintPolicy(source, { dialect: phasesDialect })).toEqual([]);
});
