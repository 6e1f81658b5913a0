import {
  applyToJson,
  jsonPolicySource,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { heldSources, policyProblems } from "@traffic-policy/policy-language/internal";
import {
  applyToYaml,
  yamlPolicySource,
  yamlPolicySources,
} from "@traffic-policy/policy-language/yaml";
import { describe, expect, test } from "vitest";
import { heldPolicies } from "../../../../packages/policy-language/src/document/holders/held-policies.ts";

const policy = { on_http_request: [{ actions: [{ type: "deny" }] }] };
const policyText = JSON.stringify(policy);

const manifest = (kind: string, spec: JsonValue, group = "ngrok.k8s.ngrok.com/v1alpha1") => ({
  apiVersion: group,
  kind,
  metadata: { name: "a", namespace: "shop" },
  spec,
});

const resource = (type: string, values: JsonObject, more: JsonObject = {}): JsonObject => ({
  address: `${type}.web`,
  mode: "managed",
  type,
  name: "web",
  values,
  ...more,
});

const plan = (resources: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  format_version: "1.2",
  planned_values: { root_module: { resources } },
  ...more,
});

/** Each form of a holder: its place, and the name, protocol and kind that it tells. */
const forms: readonly (readonly [string, JsonValue, string, object])[] = [
  [
    "a NgrokTrafficPolicy",
    manifest("NgrokTrafficPolicy", { policy }),
    "/spec/policy",
    { name: "NgrokTrafficPolicy/a", fullName: "NgrokTrafficPolicy/shop/a", isTranslated: true },
  ],
  [
    "one of the operator's first group",
    manifest("NgrokTrafficPolicy", { policy }, "ingress.k8s.ngrok.com/v1alpha1"),
    "/spec/policy",
    { name: "NgrokTrafficPolicy/a", fullName: "NgrokTrafficPolicy/shop/a", isTranslated: true },
  ],
  [
    "a TrafficPolicy of the announced group",
    manifest("TrafficPolicy", { policy }, "ngrok.com/v1"),
    "/spec/policy",
    { name: "TrafficPolicy/a", fullName: "TrafficPolicy/shop/a", isTranslated: true },
  ],
  [
    "a CloudEndpoint",
    manifest("CloudEndpoint", { url: "tcp://a:22", trafficPolicy: { policy } }),
    "/spec/trafficPolicy/policy",
    {
      name: "CloudEndpoint/a",
      fullName: "CloudEndpoint/shop/a",
      protocol: "tcp",
      isOfCloudEndpoint: true,
      url: "tcp://a:22",
    },
  ],
  [
    "a CloudEndpoint with an inline policy",
    manifest("CloudEndpoint", { url: "https://a", trafficPolicy: { inline: policy } }),
    "/spec/trafficPolicy/inline",
    {
      name: "CloudEndpoint/a",
      fullName: "CloudEndpoint/shop/a",
      protocol: "http",
      isOfCloudEndpoint: true,
      url: "https://a",
    },
  ],
  [
    "an AgentEndpoint",
    manifest("AgentEndpoint", { url: "tls://a", trafficPolicy: { inline: policy } }),
    "/spec/trafficPolicy/inline",
    { name: "AgentEndpoint/a", fullName: "AgentEndpoint/shop/a", protocol: "tls" },
  ],
  [
    "an item of a list",
    {
      apiVersion: "v1",
      kind: "List",
      items: [{ apiVersion: "v1", kind: "Service" }, manifest("NgrokTrafficPolicy", { policy })],
    },
    "/items/1/spec/policy",
    { name: "NgrokTrafficPolicy/a", fullName: "NgrokTrafficPolicy/shop/a", isTranslated: true },
  ],
  [
    "an item of a list in a list",
    {
      apiVersion: "v1",
      kind: "List",
      items: [{ apiVersion: "v1", kind: "List", items: [manifest("TrafficPolicy", { policy })] }],
    },
    "/items/0/items/0/spec/policy",
    { name: "TrafficPolicy/a", fullName: "TrafficPolicy/shop/a", isTranslated: true },
  ],
  [
    "an item that leaves out its kind",
    {
      apiVersion: "ngrok.com/v1",
      kind: "TrafficPolicyList",
      items: [{ metadata: { name: "a" }, spec: { policy } }],
    },
    "/items/0/spec/policy",
    { name: "TrafficPolicy/a", isTranslated: true },
  ],
  [
    "an endpoint of an agent",
    { version: 3, endpoints: [{ name: "a", url: "https://a", traffic_policy: policy }] },
    "/endpoints/0/traffic_policy",
    { name: "a", protocol: "http" },
  ],
  [
    "an endpoint without a name",
    { version: 3, endpoints: [{ url: "tcp://1.example:22", traffic_policy: policy }] },
    "/endpoints/0/traffic_policy",
    { name: "tcp://1.example:22", protocol: "tcp" },
  ],
  [
    "a tunnel of an older agent",
    { version: "2", tunnels: { "a/b": { proto: "http", policy } } },
    "/tunnels/a~1b/policy",
    { name: "a/b", protocol: "http" },
  ],
  [
    "a resource of a plan",
    plan([resource("ngrok_cloud_endpoint", { url: "https://a", traffic_policy: policyText })]),
    "/planned_values/root_module/resources/0/values/traffic_policy",
    {
      name: "ngrok_cloud_endpoint.web",
      protocol: "http",
      isOfCloudEndpoint: true,
      url: "https://a",
    },
  ],
  [
    "a resource with an identifier",
    plan([
      resource("ngrok_cloud_endpoint", {
        id: "ep_1",
        url: "https://a",
        traffic_policy: policyText,
      }),
    ]),
    "/planned_values/root_module/resources/0/values/traffic_policy",
    {
      name: "ngrok_cloud_endpoint.web",
      protocol: "http",
      isOfCloudEndpoint: true,
      target: { kind: "cloud-endpoint", endpoint: "ep_1" },
    },
  ],
  [
    "a resource of a module in a state",
    {
      format_version: "1.0",
      values: {
        root_module: {
          child_modules: [
            {
              resources: [
                {
                  ...resource("ngrok_cloud_endpoint", { traffic_policy: policyText }),
                  address: "module.a.ngrok_cloud_endpoint.web[0]",
                },
              ],
            },
          ],
        },
      },
    },
    "/values/root_module/child_modules/0/resources/0/values/traffic_policy",
    { name: "module.a.ngrok_cloud_endpoint.web[0]", isOfCloudEndpoint: true },
  ],
  [
    "a resource of an edge, which has a block",
    plan([resource("ngrok_tcp_edge", { traffic_policy: [{ enabled: true, value: policyText }] })]),
    "/planned_values/root_module/resources/0/values/traffic_policy/0/value",
    { name: "ngrok_tcp_edge.web", protocol: "tcp" },
  ],
  [
    "a resource whose URL is sensitive",
    plan([
      {
        ...resource("ngrok_cloud_endpoint", { url: "https://a", traffic_policy: policyText }),
        sensitive_values: { url: true },
      },
    ]),
    "/planned_values/root_module/resources/0/values/traffic_policy",
    { name: "ngrok_cloud_endpoint.web", protocol: "http", isOfCloudEndpoint: true },
  ],
  [
    "a route of an edge, which has it disabled",
    plan([
      resource("ngrok_https_edge_route", {
        id: "route_1",
        edge_id: "edge_1",
        traffic_policy: [{ enabled: false, value: policyText }],
      }),
    ]),
    "/planned_values/root_module/resources/0/values/traffic_policy/0/value",
    {
      name: "ngrok_https_edge_route.web",
      protocol: "http",
      target: { kind: "https-route", edge: "edge_1", route: "route_1" },
      isDisabled: true,
    },
  ],
];

describe("a policy is found in", () => {
  test.each(forms)("%s", (_where, file, root, holder) => {
    expect(heldPolicies(file)).toMatchObject([{ root, holder }]);
    expect(heldPolicies(file)[0]?.holder).toEqual(holder);
    const [source] = heldSources(jsonPolicySource("a.json", JSON.stringify(file)));
    expect(source?.document).toEqual(policy);
  });
});

test.each<JsonValue>([
  policy,
  { apiVersion: "v1", kind: "NgrokTrafficPolicy", spec: { policy } },
  manifest("NgrokTrafficPolicy", { policy: "text" }),
  manifest("CloudEndpoint", { trafficPolicyName: "a" }),
  { endpoints: [{ traffic_policy: policy }] },
  plan([resource("aws_instance", { traffic_policy: policyText })]),
  plan([resource("ngrok_cloud_endpoint", { traffic_policy: policyText }, { mode: "data" })]),
  plan([resource("ngrok_domain", { domain: "a.example" })]),
  plan([resource("ngrok_cloud_endpoint", { traffic_policy: policyText })], {
    format_version: "2.0",
  }),
  null,
  [],
])("none is found in %j", (file) => {
  expect(heldPolicies(file)).toEqual([]);
});

test.each<[string, JsonValue, string | undefined]>([
  ["beside other keys", { replicas: 2, trafficPolicy: policy }, "/trafficPolicy"],
  ["alone in another object", { trafficPolicy: policy }, undefined],
  ["at the top", { replicas: 2, ...policy }, undefined],
])("a policy %s is reported where it is not read: %j", (_where, document, path) => {
  expect(policyProblems(document).map((problem) => problem.path)).toEqual(
    path === undefined ? [] : [path],
  );
});

describe("a policy of a plan that the plan does not tell", () => {
  const unknown = [
    { address: "ngrok_cloud_endpoint.web", change: { after_unknown: { traffic_policy: true } } },
  ];

  test.each([
    ["known only after apply", {}, { resource_changes: unknown }, {}],
    ["marked as sensitive", { traffic_policy: policyText }, {}, { traffic_policy: true }],
  ])("is %s", (unread, values, more, sensitive) => {
    const document = plan(
      [resource("ngrok_cloud_endpoint", values, { sensitive_values: sensitive })],
      more,
    );
    const [source] = heldSources(jsonPolicySource("plan.json", JSON.stringify(document)));
    expect(source).toMatchObject({ document: undefined, held: { unread } });
    expect(source?.errors).toEqual([]);
  });
});

test("the places of a policy that is a text are those in the file", () => {
  const inner = '{\n  "on_http_request": [{"name": "\\"é", "actions": [{"type": "deny"}]}]\n}\n';
  const file = JSON.stringify(
    plan([resource("ngrok_cloud_endpoint", { traffic_policy: inner })]),
    undefined,
    2,
  );
  const [source] = heldSources(jsonPolicySource("plan.json", file));
  const range = source?.locate("/on_http_request/0/actions/0/type");
  const line = file.split("\n")[(range?.start.line ?? 0) - 1];
  expect(line?.slice((range?.start.column ?? 0) - 1, (range?.end.column ?? 0) - 1)).toBe(
    String.raw`\"deny\"`,
  );
});

test("an error in a policy that is a text is at its place in the file", () => {
  const file = JSON.stringify(plan([resource("ngrok_cloud_endpoint", { traffic_policy: "{ 1" })]));
  const [source] = heldSources(jsonPolicySource("plan.json", file));
  const [error] = source?.errors ?? [];
  const range = error && source?.range?.(error.span);
  expect(range?.start.column).toBe(file.indexOf("{ 1") + 3);
});

test("its parts are located in the file, and fixes change them there", () => {
  const file = `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
spec:
  policy:
    on_http_request:
      - actions:
          - type: deny
`;
  const [source] = heldSources(yamlPolicySource("a.yaml", file));
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
  const file = JSON.stringify({ version: 3, endpoints: [endpoint, endpoint] });
  const sources = heldSources(jsonPolicySource("a.json", file));
  expect(sources.map(({ document, errors }) => ({ document, errors }))).toEqual([
    { document: policy, errors: [] },
    { document: policy, errors: [] },
  ]);
  const [first = -1, second = -1] = [...file.matchAll(/\{"on_http/g)].map(({ index }) => index);
  expect(sources.map(({ locate }) => locate("")?.start.column)).toEqual([first + 1, second + 1]);
  const fix = { edits: [{ path: "/on_http_request/0/actions/0/type", value: "log" }] };
  expect(applyToJson(file, [fix])).toEqual({
    text: file,
    applied: [],
    skipped: [{ fix, reason: "several-policies" }],
  });
  expect(applyToJson(file, [{ ...fix, policy: sources[1] }]).text).toBe(
    file.slice(0, second) + file.slice(second).replace("deny", "log"),
  );
});

test("a policy in the output of another program is not changed", () => {
  const file = JSON.stringify(
    plan([resource("ngrok_cloud_endpoint", { traffic_policy: policyText })]),
  );
  const fix = { edits: [{ path: "/on_http_request", remove: true as const }] };
  expect(applyToJson(file, [fix])).toEqual({
    text: file,
    applied: [],
    skipped: [{ fix, reason: "generated" }],
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

  test("each of several is fixed by itself", () => {
    const file = `${rules}# a\n---\n${service}---\n${rules}# b\n`;
    const [, , last] = yamlPolicySources("a.yaml", file);
    const one = { ...fix, policy: last };
    const { text: fixed, applied } = applyToYaml(file, [one]);
    expect(fixed).toBe(`${rules}# a\n---\n${service}---\n${rules.replace("deny", "log")}# b\n`);
    expect(applied).toEqual([one]);
  });

  test("an error that keeps one of them from being read is fixed where it is in the file", () => {
    const wrong = "on_http_request:\n  - expressions:\n      - !req.is_bot\n";
    const file = `${service}---\n${rules}---\n${wrong}`;
    const [, readable, unreadable] = yamlPolicySources("a.yaml", file);
    const start = file.indexOf("!req");
    const source = { start, end: file.length - 1 };
    const quoted = { edits: [{ path: "", source, text: '"!req.is_bot"' }], policy: unreadable };
    const { text, applied, skipped } = applyToYaml(file, [quoted, { ...fix, policy: readable }]);
    expect({ applied: applied.length, skipped }).toEqual({ applied: 2, skipped: [] });
    const all = rules.replace("deny", "log") + "---\n" + wrong.replace("!req.is_bot", '"$&"');
    expect(text).toBe(`${service}---\n${all}`);
  });

  test.each(["---\n", "# a\n...\n", "...\n---\n"])("empty ones before it stay: %j", (empty) => {
    const { text } = applyToYaml(`${empty}---\n${rules}`, [fix]);
    expect(text).toBe(`${empty}---\n${rules.replace("deny", "log")}`);
  });

  test.each([
    ["several-policies", `${rules}---\n${rules}`],
    ["unreadable", `${service}---\n${service}`],
    ["unreadable", `${rules}---\n${rules}  - "`],
  ])("%s: nothing is changed", (reason, text) => {
    expect(applyToYaml(text, [fix])).toEqual({ text, applied: [], skipped: [{ fix, reason }] });
  });
});
