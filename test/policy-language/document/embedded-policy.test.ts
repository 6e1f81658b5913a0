import {
  applyToJson,
  embeddedPolicies,
  embeddedSource,
  jsonPolicySource,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
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
  const source = embeddedSource(yamlPolicySource("a.yaml", text));
  expect(source.document).toEqual(policy);
  expect(source.locate("/on_http_request/0/actions/0/type")?.start).toEqual({
    line: 7,
    column: 19,
  });
  const json = JSON.stringify(manifest("NgrokTrafficPolicy", { policy }));
  const path = "/on_http_request/0/actions/0/type";
  const fixed = applyToJson(json, [{ edits: [{ path, value: "close-connection" }] }]);
  expect(fixed.text).toBe(json.replace("deny", "close-connection"));
});

test("a file with several is refused at the second one", () => {
  const endpoint = { traffic_policy: policy };
  const text = JSON.stringify({ version: 3, endpoints: [endpoint, endpoint] });
  const { errors, range } = embeddedSource(jsonPolicySource("a.json", text));
  expect(errors.map(({ code }) => code)).toEqual(["several-policies"]);
  const [error] = errors;
  const start = text.lastIndexOf(`"traffic_policy"`);
  expect(error && range?.(error.span).start).toEqual({ line: 1, column: start + 1 });
});
