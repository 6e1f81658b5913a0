import { type JsonValue } from "@traffic-policy/policy-language";
import {
  hasPolicyShape,
  isMeantAsPolicy,
  mayHoldPolicy,
} from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";

const rules = [{ actions: [{ type: "deny" }] }];

const manifest = (kind: string, spec: JsonValue): JsonValue => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  spec,
});

describe("a document has the shape of a policy", () => {
  test.each<[string, JsonValue]>([
    ["a phase", { on_http_request: rules }],
    ["a phase without rules", { on_tcp_connect: [], note: "later" }],
    ["a phase with something else in it", { on_http_response: "rules" }],
    ["inbound", { inbound: rules }],
    ["outbound with expressions only", { outbound: [{ expressions: [] }] }],
    ["both without rules", { inbound: [], outbound: null }],
    ["a switch beside", { enabled: true, inbound: rules }],
    ["a misspelt phase", { on_htp_request: rules }],
    ["a manifest", manifest("NgrokTrafficPolicy", { policy: { on_http_request: rules } })],
    ["a manifest with a list", manifest("NgrokTrafficPolicy", { policy: rules })],
    ["a manifest with the policy elsewhere", manifest("NgrokTrafficPolicy", { inbound: rules })],
    [
      "the configuration of an agent",
      { version: 3, endpoints: [{ name: "a" }, { traffic_policy: { inbound: rules } }] },
    ],
    [
      "one with the name of a file instead",
      { version: 3, endpoints: [{ traffic_policy: "policy.yml" }] },
    ],
    ["one that names a file", { version: 3, endpoints: [{ traffic_policy_file: "policy.yml" }] }],
  ])("%s", (_what, document) => {
    expect(hasPolicyShape(document)).toBe(true);
    expect(mayHoldPolicy(JSON.stringify(document, null, 2))).toBe(true);
  });
});

describe("a document is about something else", () => {
  test.each<JsonValue>([
    {},
    null,
    rules,
    "on_http_request",
    { inbound: [{ protocol: "tcp", port: 22 }], region: "eu" },
    { inbound: 3, total: 4 },
    { on_failure: rules.map(() => ({ run: "x" })) },
    { cases: [{ inbound: rules }] },
    { stages: { on_http_request: rules } },
    manifest("CloudEndpoint", { trafficPolicyName: "a" }),
    { version: 3, endpoints: [{ traffic_policy_url: "https://a.example/policy.yml" }] },
  ])("%j", (document) => {
    expect(hasPolicyShape(document)).toBe(false);
  });
});

test.each([
  ["on_http_request:\n  - actions: [", true],
  ["# a\r\non_http_request :\r\n  - actions: ][", true],
  ['{\n  "inbound": [ { "actions": [ }', true],
  ['{"on_tcp_connect": [ { "actions": [ }', true],
  ["spec:\n  policy:\n    on_http_request:\n      - actions: {{ toYaml . }}", false],
  ["inbound:\n  - port: [", false],
  ["all: on_http_request\nactions: [", false],
])("what cannot be read is meant as a policy: %j, %s", (text, isMeant) => {
  expect(isMeantAsPolicy(text)).toBe(isMeant);
});
