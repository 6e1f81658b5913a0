import { parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import { writtenEndpoints } from "@traffic-policy/policy-language/site";
import { describe, expect, test } from "vitest";

const document = (value: object): JsonValue | undefined => parseJson(JSON.stringify(value)).value;

/** The endpoints in a line each, and what is not known of others. */
function read(value: object): readonly string[] {
  const { endpoints, unknown } = writtenEndpoints(document(value));
  return [
    ...endpoints.map(({ holder, url, binding, kind, isPooled, upstream = "-", policy, path }) =>
      [
        holder.fullName ?? holder.name,
        formatEndpointUrl(url),
        binding,
        kind,
        isPooled ? "pooled" : "alone",
        upstream,
        policy === undefined ? "-" : JSON.stringify(Object.values(policy).join(" ")),
        path,
      ].join(" "),
    ),
    ...unknown.map(({ holder, reason }) => `${holder?.name ?? "-"}: ${reason}`),
  ];
}

const manifest = (kind: string, spec: object, metadata: object = { name: "a" }): object => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  metadata,
  spec,
});

describe("a manifest", () => {
  test("of a cloud endpoint with the policy inside", () => {
    const policy = { on_http_request: [] };
    const spec = { url: "https://a.example", poolingEnabled: true, trafficPolicy: { policy } };
    expect(read(manifest("CloudEndpoint", spec, { name: "a", namespace: "shop" }))).toEqual([
      'CloudEndpoint/shop/a https://a.example public cloud pooled - "here /spec/trafficPolicy/policy" /spec/url',
    ]);
  });

  test.each([
    [{ trafficPolicyName: "office" }, '"resource office "'],
    [{ trafficPolicy: { targetRef: { name: "office" } } }, '"resource office "'],
    [{ trafficPolicy: { targetRef: { name: "office", namespace: "x" } } }, '"resource office x"'],
    [{ trafficPolicy: { inline: {} } }, '"here /spec/trafficPolicy/inline"'],
    [{ trafficPolicyName: "" }, "-"],
    [{ trafficPolicy: {} }, "-"],
    [{ trafficPolicy: null }, "-"],
    [
      { trafficPolicy: { inline: "on_http_request: []" } },
      '"unread written as a text, which is not read"',
    ],
    [{ trafficPolicy: { policy: "{}" } }, '"unread written as a text, which is not read"'],
    [{ trafficPolicy: "{}" }, '"unread written as a text, which is not read"'],
    [{ trafficPolicy: { policy: [] } }, '"unread not written as an object, and not read"'],
    [
      { trafficPolicy: { on_http_request: [] } },
      String.raw`"unread at its key \"on_http_request\", where none is read"`,
    ],
    [{}, "-"],
  ])("names its policy: %j", (given, expected) => {
    const [line] = read(manifest("CloudEndpoint", { url: "a.internal", ...given }));
    expect(line).toBe(
      `CloudEndpoint/a https://a.internal internal cloud alone - ${expected} /spec/url`,
    );
  });

  test("of an agent endpoint, which is pooled", () => {
    const spec = { url: "tcp://a.internal:22", upstream: { url: "tcp://ssh:22" } };
    expect(read(manifest("AgentEndpoint", spec))).toEqual([
      "AgentEndpoint/a tcp://a.internal:22 internal agent pooled tcp://ssh:22 - /spec/url",
    ]);
  });

  test.each([
    [{ policy: {} }, String.raw`"unread at its key \"policy\", where none is read"`],
    [{ policy: "{}" }, '"unread written as a text, which is not read"'],
    [{ inline: {} }, '"here /spec/trafficPolicy/inline"'],
  ])("of an agent endpoint has one key for a policy: %j", (trafficPolicy, expected) => {
    expect(read(manifest("AgentEndpoint", { url: "https://a.internal", trafficPolicy }))).toEqual([
      `AgentEndpoint/a https://a.internal internal agent pooled - ${expected} /spec/url`,
    ]);
  });

  test("in a list has its place there", () => {
    const items = [manifest("AgentEndpoint", { url: "http://a.b", bindings: ["kubernetes"] })];
    expect(read({ apiVersion: "v1", kind: "List", items })).toEqual([
      "AgentEndpoint/a http://a.b kubernetes agent pooled - - /items/0/spec/url",
    ]);
  });

  test.each([
    [{}, "CloudEndpoint/a: the service chooses its address"],
    [{ url: "https://" }, "CloudEndpoint/a: the service chooses its address"],
    [
      { url: "https://a.example/v1" },
      'CloudEndpoint/a: "https://a.example/v1" is not the URL of an endpoint',
    ],
    [{ url: 80 }, "CloudEndpoint/a: its URL is not a text"],
    [
      { url: "https://user:pw12345@a.example" },
      'CloudEndpoint/a: "https://…@a.example" is not the URL of an endpoint',
    ],
    [
      { url: "user:pw12345@a.example?token=secret" },
      'CloudEndpoint/a: "…@a.example?…" is not the URL of an endpoint',
    ],
    [
      { url: "a.example", bindings: ["privat"] },
      'CloudEndpoint/a: the binding ["privat"] is not known',
    ],
  ])("says too little: %j", (spec, expected) => {
    expect(read(manifest("CloudEndpoint", spec))).toEqual([expected]);
  });
});

test("of several bindings, the first one is read, and that is said", () => {
  const spec = { url: "http://a.b", bindings: ["kubernetes", "public"] };
  expect(read(manifest("AgentEndpoint", spec))).toEqual([
    "AgentEndpoint/a http://a.b kubernetes agent pooled - - /spec/url",
    "AgentEndpoint/a: it has several bindings, of which only the first is read",
  ]);
});

describe("the configuration of an agent", () => {
  test("of version 3 has endpoints, with or without a policy", () => {
    const endpoints = [
      { name: "a", url: "https://a.internal", upstream: { url: 80 }, pooling_enabled: true },
      { url: "tls://b.example", traffic_policy: {} },
      { name: "c", url: "c.example", bindings: ["public"], traffic_policy_file: "c.yaml" },
      { name: "d", url: "d.example", traffic_policy_url: "https://x.example" },
      { name: "e" },
    ];
    expect(read({ version: 3, endpoints })).toEqual([
      "a https://a.internal internal agent pooled 80 - /endpoints/0/url",
      'tls://b.example tls://b.example public agent alone - "here /endpoints/1/traffic_policy" /endpoints/1/url',
      'c https://c.example public agent alone - "file c.yaml" /endpoints/2/url',
      'd https://d.example public agent alone - "unread at an address, which is not fetched" /endpoints/3/url',
      "e: the service chooses its address",
    ]);
  });

  test.each([
    [3, { traffic_policy: "on_http_request: []" }, '"unread written as a text, which is not read"'],
    [3, { policy: {} }, String.raw`"unread at its key \"policy\", where none is read"`],
    [3, { traffic_policy: [] }, '"unread not written as an object, and not read"'],
    [3, { traffic_policy: null }, "-"],
    [2, { policy: "on_http_request: []" }, '"unread written as a text, which is not read"'],
    [2, { policy: {} }, '"here /tunnels/a/policy"'],
  ])("of version %d says where its policy is: %j", (version, given, expected) => {
    const part = { name: "a", url: "https://a.internal", ...given };
    const [line = ""] = read({ version, endpoints: [part], tunnels: { a: part } }).slice(
      version === 3 ? 0 : 1,
    );
    expect(line.slice(line.indexOf("alone - ") + 8, line.lastIndexOf(" "))).toBe(expected);
  });

  test.each([
    ["auth", "user:password"],
    ["basic_auth", ["user:password"]],
    ["oauth", { provider: "google" }],
    ["oidc", { issuer_url: "https://id.example" }],
    ["ip_restriction", { allow_cidrs: ["192.0.2.0/24"] }],
    ["mutual_tls_cas", "ca.pem"],
    ["verify_webhook", { provider: "stripe" }],
    ["user_agent_filter", { deny: ["bot"] }],
    ["circuit_breaker", 0.5],
    ["request_header", { add: ["x-a: 1"] }],
  ])("of version 2 with %s is known in part", (key, value) => {
    const reason = `unread partly in its "${key}", which is not read`;
    const policyOf = (more: object): string | undefined => {
      const part = { proto: "http", addr: 80, domain: "a.example", inspect: true, ...more };
      const [endpoint] = writtenEndpoints(document({ version: 2, tunnels: { a: part } })).endpoints;
      return endpoint?.policy && Object.values(endpoint.policy).join(" ");
    };
    expect(policyOf({ [key]: value })).toBe(reason);
    expect(policyOf({ [key]: value, traffic_policy: {} })).toBe(reason);
    expect(policyOf({ [key]: value, traffic_policy_file: "a.yaml" })).toBe(`${reason} a.yaml`);
    expect(policyOf({ [key]: null })).toBeUndefined();
  });

  test("of version 2 has tunnels, one endpoint for each scheme", () => {
    const tunnels = {
      web: { proto: "http", addr: 80, domain: "web.example", schemes: ["https", "http"] },
      old: { proto: "http", addr: "localhost:81", hostname: "old.example" },
      ssh: { proto: "tcp", addr: 22, remote_addr: "1.tcp.example:2200" },
      db: { proto: "tls", addr: 5432, domain: "db.example" },
      sub: { proto: "http", addr: 80, subdomain: "sub" },
      both: { proto: "http", addr: 80, domain: "both.example", bind_tls: "both" },
      plain: { proto: "http", addr: 80, domain: "plain.example", bind_tls: false },
      bound: { proto: "http", addr: 80, domain: "bound.example", bind_tls: true },
      any: { proto: "http", addr: 80 },
      edge: { addr: 80, labels: ["edge=edghts_1"] },
    };
    expect(read({ version: "2", tunnels })).toEqual([
      "web/https https://web.example public agent alone 80 - /tunnels/web/domain",
      "web/http http://web.example public agent alone 80 - /tunnels/web/domain",
      "old https://old.example public agent alone localhost:81 - /tunnels/old/hostname",
      "ssh tcp://1.tcp.example:2200 public agent alone 22 - /tunnels/ssh/remote_addr",
      "db tls://db.example public agent alone 5432 - /tunnels/db/domain",
      "both/https https://both.example public agent alone 80 - /tunnels/both/domain",
      "both/http http://both.example public agent alone 80 - /tunnels/both/domain",
      "plain http://plain.example public agent alone 80 - /tunnels/plain/domain",
      "bound https://bound.example public agent alone 80 - /tunnels/bound/domain",
      "sub: its domain depends on the account",
      "any: the service chooses its address",
      "edge: an edge receives its traffic",
    ]);
  });
});

test("endpoints inside of agent are none, and that is said", () => {
  const endpoints = [{ name: "a", url: "https://a.internal", upstream: { url: 80 } }];
  expect(read({ version: 3, agent: { authtoken: "a", endpoints } })).toEqual([
    '-: its "endpoints" are inside "agent", where an agent reads none',
  ]);
});

test("an object where a text belongs is none", () => {
  const other = { port: 80 };
  expect(
    read({ version: 3, endpoints: [{ url: "https://a.b", upstream: { url: other } }] }),
  ).toEqual(["https://a.b https://a.b public agent alone - - /endpoints/0/url"]);
  const tunnel = { proto: other, addr: [other], domain: "a.b", bind_tls: other };
  expect(read({ version: 2, tunnels: { a: tunnel } })).toHaveLength(1);
  expect(read(manifest("AgentEndpoint", { url: "a.b", upstream: { url: [other] } }))).toEqual([
    "AgentEndpoint/a https://a.b public agent pooled - - /spec/url",
  ]);
  expect(read({ version: 4, resources: [{ type: other }] })).toEqual([]);
  expect(read({ apiVersion: other, kind: other })).toEqual([]);
});

describe("a plan of Terraform", () => {
  const plan = (values: object, more: object = {}, type = "ngrok_cloud_endpoint"): object => ({
    format_version: "1.2",
    planned_values: {
      root_module: {
        child_modules: [{ resources: [{ address: `m.${type}.a`, mode: "managed", type, values }] }],
      },
    },
    ...more,
  });
  const at = "/planned_values/root_module/child_modules/0/resources/0/values";
  const changed = (mark: string, of: object): object => ({
    resource_changes: [{ address: "m.ngrok_cloud_endpoint.a", change: { [mark]: of } }],
  });

  test("has cloud endpoints", () => {
    const values = { url: "https://a.internal", bindings: ["internal"], traffic_policy: "{}" };
    expect(read(plan({ ...values, pooling_enabled: true }))).toEqual([
      `m.ngrok_cloud_endpoint.a https://a.internal internal cloud pooled - "here ${at}/traffic_policy" ${at}/url`,
    ]);
  });

  test.each([
    [plan({}, changed("after_unknown", { url: true })), "its URL is known only after apply"],
    [
      plan({ url: "https://key.example" }, changed("after_sensitive", { url: true })),
      "its URL is marked as sensitive",
    ],
    [plan({}, {}, "ngrok_https_edge"), "edges are not part of a site"],
  ])("says too little (%#)", (document_, reason) => {
    expect(read(document_).map((line) => line.replace(/^[^:]*: /, ""))).toEqual([reason]);
  });

  test("a policy that it does not tell is not known", () => {
    const [line] = read(
      plan({ url: "https://a.example" }, changed("after_unknown", { traffic_policy: true })),
    );
    expect(line).toContain('"unread known only after apply"');
  });
});

describe("a whole document that is not read", () => {
  const withoutVersion = '-: the configuration of an agent without its "version": add version: 3';
  const resource = { type: "ngrok_cloud_endpoint", name: "a", instances: [] };
  const state = { version: 4, serial: 1, lineage: "a", resources: [resource] };

  test.each([
    [state, '-: the state of Terraform: read what "terraform show -json" prints'],
    [
      { format_version: "2.0", planned_values: {} },
      "-: a format of Terraform's JSON that is not supported",
    ],
    [{ authtoken: "a", tunnels: { web: { proto: "http", addr: 80 } } }, withoutVersion],
    [{ endpoints: [{ url: "https://a.example", upstream: { url: 80 } }] }, withoutVersion],
    [{ agent: {}, endpoints: [{ url: "https://a.example" }] }, withoutVersion],
  ])("says why: %j", (value, expected) => {
    expect(read(value)).toEqual([expected]);
  });

  test("is not one about something else", () => {
    expect(read({ ...state, resources: [{ type: "aws_instance" }] })).toEqual([]);
    expect(read({ tunnels: { a: { length: 5 } }, endpoints: [{ url: "/users" }] })).toEqual([]);
  });
});

test("a list of the service with other pages is one in part", () => {
  const listed = { id: "ep_1", type: "cloud", url: "https://a.example" };
  const [, ...unknown] = read({ endpoints: [listed], next_page_uri: "https://api.example/2" });
  expect(unknown).toEqual([
    '-: only a part of a list: "traffic-policy pull --site" writes all pages',
  ]);
  expect(read({ endpoints: [listed], next_page_uri: null })).toHaveLength(1);
});

test("the report of an audit has no endpoints of its own", () => {
  const endpoints = [{ name: "a", url: "https://a.example", policy: "a.yaml" }];
  expect(read({ version: 1, endpoints, ways: [], diagnostics: [] })).toEqual([]);
});

test.each([{ on_http_request: [] }, { endpoints: [{ url: "https://a.example" }] }, { kind: "x" }])(
  "another document has none: %j",
  (value) => {
    expect(read(value)).toEqual([]);
  },
);
