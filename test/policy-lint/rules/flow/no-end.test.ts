import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";

const rule = "flow/no-end";

const forward = `{"type": "forward-internal", "config": {"url": "https://a.internal"}}`;
const tryForward = `{"type": "forward-internal", "config": {"url": "https://a.internal", "on_error": "continue"}}`;
const log = `{"type": "log", "config": {"metadata": {}}}`;
const redirect = `{"type": "redirect", "config": {"to": "https://example.com"}}`;
const get = `"expressions": ["req.method == 'GET'"]`;

function findings(text: string, isOfCloudEndpoint = true): readonly string[] {
  const source = jsonPolicySource("p.json", text);
  return lintPolicy(source, { dialect: phasesDialect, isOfCloudEndpoint })
    .filter((one) => one.rule === rule)
    .map(({ severity, path }) => `${severity} ${path}`);
}

describe(rule, () => {
  test.each([
    ["no rule", `{"on_http_request": []}`],
    ["no action that ends", `{"on_http_request": [{"actions": [${log}]}]}`],
    ["one with conditions only", `{"on_http_request": [{${get}, "actions": [${forward}]}]}`],
    ["one that goes on after errors", `{"on_http_request": [{"actions": [${tryForward}]}]}`],
  ])("finds %s", (_what, text) => {
    expect(findings(text)).toEqual(["error "]);
  });

  test.each([
    ["an action that ends everything", `{"on_http_request": [{"actions": [${log}, ${forward}]}]}`],
    ["one for connections", `{"on_tcp_connect": [{"actions": [${forward}]}]}`],
    [
      "a redirect, which is documented in two ways",
      `{"on_http_request": [{"actions": [${redirect}]}]}`,
    ],
    ["an unknown action", `{"on_http_request": [{"actions": [{"type": "denny"}]}]}`],
  ])("finds nothing in %s", (_what, text) => {
    expect(findings(text)).toEqual([]);
  });

  test("finds nothing in the policy of an agent's endpoint", () => {
    expect(findings(`{"on_http_request": []}`, false)).toEqual([]);
  });
});
