import { applyToJson, jsonPolicySource, type JsonValue } from "@traffic-policy/policy-language";
import { embeddedSources } from "@traffic-policy/policy-language/internal";
import { embeddedPolicies } from "../../../packages/policy-language/src/document/embedded-policy.ts";
import { applyToYaml, yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { describe, expect, test } from "vitest";

const policy = { on_http_request: [{ actions: [{ type: "deny" }] }] };

const manifest = (kind: string, spec: JsonValue): JsonValue => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  spec,
});

describe("a policy is found", () => {
  test.each<[string, JsonValue, object]>([
    [
      "in a NgrokTrafficPolicy",
      manifest("NgrokTrafficPolicy", { policy }),
      { root: "/spec/policy" },
    ],
    [
      "in a CloudEndpoint",
      manifest("CloudEndpoint", { url: "tcp://a:22", trafficPolicy: { policy } }),
      { root: "/spec/trafficPolicy/policy", protocol: "tcp", isOfCloudEndpoint: true },
    ],
    [
      "in a CloudEndpoint, as the operator has it",
      manifest("CloudEndpoint", { url: "https://a", trafficPolicy: { inline: policy } }),
      { root: "/spec/trafficPolicy/inline", protocol: "http", isOfCloudEndpoint: true },
    ],
    [
      "in an AgentEndpoint",
      manifest("AgentEndpoint", { url: "tls://a", trafficPolicy: { inline: policy } }),
      { root: "/spec/trafficPolicy/inline", protocol: "tls" },
    ],
    [
      "in the configuration of an agent",
      { version: 3, endpoints: [{ name: "a", url: "https://a", traffic_policy: policy }] },
      { root: "/endpoints/0/traffic_policy", protocol: "http" },
    ],
    [
      "in an older one",
      { version: "2", tunnels: { "a/b": { proto: "http", policy } } },
      { root: "/tunnels/a~1b/policy", protocol: "http" },
    ],
  ])("%s", (_where, file, found) => {
    expect(embeddedPolicies(file)).toEqual([found]);
  });
});

test.each<JsonValue>([
  policy,
  { apiVersion: "v1", kind: "NgrokTrafficPolicy", spec: { policy } },
  manifest("NgrokTrafficPolicy", { policy: "text" }),
  manifest("CloudEndpoint", { trafficPolicyName: "a" }),
  { endpoints: [{ traffic_policy: policy }] },
  null,
  [],
])("none is found in %j", (file) => {
  expect(embeddedPolicies(file)).toEqual([]);
});

test("its parts are located in the file, and fixes change them there", () => {
  const text = `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
spec:
  policy:
    on_http_request:
      - actions:
          - type: deny
`;
  const [source] = embeddedSources(yamlPolicySource("a.yaml", text));
  expect(source?.document).toEqual(policy);
  expect(source?.locate("/on_http_request/0/actions/0/type")?.start).toEqual({
    line: 7,
    column: 19,
  });
  const json = JSON.stringify(manifest("NgrokTrafficPolicy", { policy }));
  const path = "/on_http_request/0/actions/0/type";
  const fixed = applyToJson(json, [{ edits: [{ path, value: "close-connection" }] }]);
  expect(fixed.text).toBe(json.replace("deny", "close-connection"));
});

test("each of several is a policy of its own, and fixes of one do not change another", () => {
  const endpoint = { traffic_policy: policy };
  const text = JSON.stringify({ version: 3, endpoints: [endpoint, endpoint] });
  const sources = embeddedSources(jsonPolicySource("a.json", text));
  expect(sources.map(({ document, errors }) => ({ document, errors }))).toEqual([
    { document: policy, errors: [] },
    { document: policy, errors: [] },
  ]);
  const columns = sources.map(({ locate }) => locate("")?.start.column);
  const [first, second] = [...text.matchAll(/\{"on_http/g)].map(({ index }) => index + 1);
  expect(columns).toEqual([first, second]);
  const fix = { edits: [{ path: "/on_http_request", remove: true as const }] };
  expect(applyToJson(text, [fix])).toEqual({
    text,
    applied: [],
    skipped: [{ fix, reason: "several-policies" }],
  });
});

describe("of several documents in YAML", () => {
  const service = "kind: Service\nspec: { port: 80 }\n";
  const rules = "on_http_request:\n  - actions:\n      - type: deny\n";
  const path = "/on_http_request/0/actions/0/type";
  const fix = { edits: [{ path, value: "log" }] };

  test("the one that holds a policy is fixed, and nothing else is changed", () => {
    for (const [before, after] of [
      [`${service}---\n`, ""],
      ["", `---\n${service}`],
      [`# a\n---\n${service}--- # b\n`, `---\n${service}---\n`],
    ]) {
      const { text, applied } = applyToYaml(before + rules + after, [fix]);
      expect(text).toBe(before + rules.replace("deny", "log") + after);
      expect(applied).toEqual([fix]);
    }
  });

  test.each([
    ["several-policies", `${rules}---\n${rules}`],
    ["unreadable", `${service}---\n${service}`],
    ["unreadable", `${rules}---\n${rules}  - "`],
  ])("%s: nothing is changed", (reason, text) => {
    expect(applyToYaml(text, [fix])).toEqual({ text, applied: [], skipped: [{ fix, reason }] });
  });
});
