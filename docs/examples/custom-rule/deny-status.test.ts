import { jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { denyStatus } from "./deny-status.ts";

function findings(action: object): Diagnostic[] {
  const document = { inbound: [{ name: "Closed", actions: [action] }] };
  return lintPolicy(jsonPolicySource("web.json", JSON.stringify(document)), {
    protocol: "http",
    rules: new Map([["ours/deny-status", denyStatus]]),
  });
}

test("a status that we do not refuse with is found where it stands", () => {
  expect(findings({ type: "deny", config: { status_code: 418 } })).toMatchObject([
    {
      rule: "ours/deny-status",
      path: "/inbound/0/actions/0/config/status_code",
      message: "We do not refuse with the status 418.",
    },
  ]);
});

test("a status of ours, and an action that refuses nothing, are no findings", () => {
  expect(findings({ type: "deny", config: { status_code: 403 } })).toEqual([]);
  expect(findings({ type: "log", config: { metadata: { at: "door" } } })).toEqual([]);
});
