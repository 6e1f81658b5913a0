import { cloudVersionHeader, createEmulator } from "@traffic-policy/emulator";
import { onTestFinished, expect, test } from "vitest";
import { apiKey } from "../../../recognisable-key.ts";
import { projectOf, type Project } from "../../project.ts";

const policy = (status: number): object => ({
  on_http_request: [{ name: "Deny", actions: [{ type: "deny", config: { status_code: status } }] }],
});

const manifest = (kind: string, name: string, spec: object): object => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  metadata: { name },
  spec,
});

const endpoint = (name: string, url: string, status = 403): object =>
  manifest("CloudEndpoint", name, { url, trafficPolicy: { policy: policy(status) } });

const stream = (...documents: readonly object[]): string =>
  documents.map((one) => `${JSON.stringify(one)}\n`).join("---\n");

interface Started extends Project {
  readonly baseUrl: string;
  /** Adds a cloud endpoint, as another program would. */
  readonly add: (url: string, status?: number, more?: object) => Promise<void>;
}

/** A folder with these files and without a configuration, and a service that variables name. */
async function started(
  files: Readonly<Record<string, string | object>>,
  settings: Parameters<typeof createEmulator>[0] = {},
): Promise<Started> {
  const emulator = await createEmulator({ apiKey, tunnels: ["https://t.example"], ...settings });
  onTestFinished(() => emulator.close());
  const { baseUrl } = emulator;
  const project = projectOf(files);
  const { name, value } = cloudVersionHeader;
  const variables = {
    TRAFFIC_POLICY_BASE_URL: baseUrl,
    TRAFFIC_POLICY_API_KEY: apiKey,
    TRAFFIC_POLICY_VERSION_HEADER: `${name}: ${value}`,
  };
  const add: Started["add"] = async (url, status = 403, more = {}) => {
    const response = await fetch(`${baseUrl}/endpoints`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        [name]: value,
      },
      body: JSON.stringify({ url, traffic_policy: JSON.stringify(policy(status)), ...more }),
    });
    expect(response.status).toBe(201);
  };
  return { ...project, baseUrl, add, run: (...args) => project.runIn(variables, ...args) };
}

const resource = (type: string, name: string, values: object, more: object = {}): object => ({
  address: `${type}.${name}`,
  mode: "managed",
  type,
  name,
  values,
  ...more,
});

const state = (...resources: readonly object[]): object => ({
  format_version: "1.0",
  values: { root_module: { resources } },
});

test("the policies of manifests are compared with those of the endpoints with their URLs", async () => {
  const { run, add } = await started({
    "all.yaml": stream(
      endpoint("shop", "https://shop.example.com"),
      endpoint("wiki", "HTTPS://Wiki.example.com:443/", 404),
      endpoint("new", "https://new.example.com"),
      manifest("NgrokTrafficPolicy", "office", { policy: policy(403) }),
      manifest("AgentEndpoint", "ssh", {
        url: "https://t.example",
        trafficPolicy: { inline: policy(403) },
      }),
      endpoint("short", "short.example.com"),
    ),
  });
  await add("https://shop.example.com");
  await add("https://wiki.example.com");
  await add("https://other.example.com");
  expect(await run("diff", "all.yaml")).toEqual({
    status: 1,
    out: `all.yaml#CloudEndpoint/shop  identical   cloud-endpoint ep_2

all.yaml#CloudEndpoint/wiki  different   cloud-endpoint ep_3
  ~ on_http_request rule "Deny", actions[0].config.status_code
      stored  403
      local   404

all.yaml#CloudEndpoint/new   absent      cloud-endpoint https://new.example.com
  note: The service lists no cloud endpoint with this URL.
  + on_http_request rule "Deny" (not stored)
      always
      do    deny {"status_code":403}
Not compared: all.yaml#NgrokTrafficPolicy/office, all.yaml#AgentEndpoint/ssh (its holder names no target); all.yaml#CloudEndpoint/short (its URL is not like https://shop.example.com).
`,
    err: "",
  });
  expect(await run("diff", "all.yaml#CloudEndpoint/shop")).toEqual({
    status: 0,
    out: "all.yaml#CloudEndpoint/shop  identical   cloud-endpoint ep_2\n",
    err: "",
  });
  expect(await run("diff", "all.yaml", "--exit-zero")).toMatchObject({ status: 0 });
});

test("for programs and pull requests, too, it is said what was not compared", async () => {
  const { run, add } = await started({
    "all.yaml": stream(
      endpoint("shop", "https://shop.example.com"),
      manifest("NgrokTrafficPolicy", "a`b", { policy: policy(403) }),
    ),
  });
  await add("https://shop.example.com", 404);
  const { out, status } = await run("diff", "all.yaml", "--format", "json");
  expect(status).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    targets: [
      {
        target: "all.yaml#CloudEndpoint/shop",
        kind: "cloud-endpoint",
        state: "different",
        changes: [{ before: 404, after: 403 }],
      },
    ],
    notCompared: [
      { file: "all.yaml#NgrokTrafficPolicy/a`b", reason: "its holder names no target" },
    ],
  });
  const comment = await run("diff", "all.yaml", "--format", "markdown");
  expect(comment.out).toContain("1 target: 1 different.");
  expect(comment.out).toContain(
    "\nNot compared: <code>all&#46;yaml&#35;NgrokTrafficPolicy/a&#96;b</code> (its holder names no target).\n",
  );
});

test("endpoints that share a URL are never guessed", async () => {
  const pooled = { pooling_enabled: true };
  const { run, add } = await started({
    "all.yaml": stream(
      endpoint("shop", "https://shop.example.com"),
      endpoint("web", "https://web.example.com"),
      endpoint("other", "https://web.example.com:443"),
      endpoint("one", "https://one.example.com"),
    ),
  });
  await add("https://shop.example.com", 403, pooled);
  await add("https://shop.example.com", 403, pooled);
  await add("https://web.example.com", 403, pooled);
  await add("https://one.example.com");
  expect(await run("diff", "all.yaml")).toEqual({
    status: 0,
    out: `all.yaml#CloudEndpoint/one  identical   cloud-endpoint ep_5
Not compared: all.yaml#CloudEndpoint/web, all.yaml#CloudEndpoint/other (2 policies of the file are for its URL); all.yaml#CloudEndpoint/shop (2 endpoints of the service have its URL).
`,
    err: "",
  });
  const named = await run("diff", "all.yaml#CloudEndpoint/web");
  expect(named).toMatchObject({ status: 2, out: "" });
  expect(named.err).toContain("2 policies of the file are for its URL");
  expect(await run("diff", "all.yaml#CloudEndpoint/shop")).toMatchObject({ status: 2, out: "" });
});

test("resources of Terraform are found by their identifiers, or by the URL of what is new", async () => {
  const value = JSON.stringify(policy(403));
  const files = {
    "state.json": state(
      resource("ngrok_cloud_endpoint", "site", {
        id: "ep_2",
        url: "https://moved.example.com",
        traffic_policy: value,
      }),
      resource("ngrok_cloud_endpoint", "new", {
        url: "https://new.example.com",
        traffic_policy: value,
      }),
      resource("ngrok_tcp_edge", "ssh", {
        id: "edge_1",
        traffic_policy: [{ enabled: false, value: '{"inbound": []}' }],
      }),
      resource("ngrok_https_edge_route", "web", {
        id: "route_1",
        edge_id: "edge_2",
        traffic_policy: [{ enabled: true, value: '{"inbound": []}' }],
      }),
      resource("ngrok_tls_edge", "tls", {
        id: "edge_3",
        traffic_policy: [{ enabled: true, value: '{"inbound": []}' }],
      }),
    ),
  };
  const { run, add } = await started(files, { tcpEdges: ["edge_1"] });
  await add("https://site.example.com");
  const { out, status } = await run("diff", "state.json", "--format", "json");
  expect(status).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    targets: [
      { target: "state.json#ngrok_cloud_endpoint.site", state: "identical" },
      { target: "state.json#ngrok_cloud_endpoint.new", state: "absent" },
      { target: "state.json#ngrok_tcp_edge.ssh", kind: "tcp-edge", state: "absent" },
      { target: "state.json#ngrok_https_edge_route.web", kind: "https-route", state: "absent" },
    ],
    notCompared: [{ file: "state.json#ngrok_tls_edge.tls" }],
  });
});

test("a policy that an edge has disabled is another one", async () => {
  const edge = (enabled: boolean): object =>
    state(
      resource("ngrok_tcp_edge", "ssh", {
        id: "edge_1",
        traffic_policy: [{ enabled, value: '{"inbound": []}' }],
      }),
    );
  const files = { "on.json": edge(true), "off.json": edge(false), "policy.json": { inbound: [] } };
  const { run, write, baseUrl } = await started(files, { tcpEdges: ["edge_1"] });
  const ssh = { kind: "tcp-edge", edge: "edge_1", policy: "./policy.json" };
  write("traffic-policy.config.json", { service: { baseUrl }, targets: { ssh } });
  expect((await run("deploy", "--no-lint", "--yes")).status).toBe(0);
  expect((await run("diff", "on.json")).out).toContain("identical   tcp-edge edge_1\n");
  expect((await run("diff", "off.json")).out).toContain("different   tcp-edge edge_1\n");
});

test("what a plan does not tell is not read, and not printed", async () => {
  const secret = "words-that-nobody-reads";
  const url = (name: string): object => ({ url: `https://${name}.example.com` });
  const { run, add } = await started({
    "plan.json": {
      format_version: "1.2",
      planned_values: {
        root_module: {
          resources: [
            resource("ngrok_cloud_endpoint", "known", {
              ...url("known"),
              traffic_policy: JSON.stringify(policy(403)),
            }),
            resource("ngrok_cloud_endpoint", "unknown", url("unknown")),
            resource(
              "ngrok_cloud_endpoint",
              "marked",
              { ...url("marked"), traffic_policy: `{"on_http_request": ["${secret}"]}` },
              { sensitive_values: { traffic_policy: true } },
            ),
          ],
        },
      },
      resource_changes: [
        {
          address: "ngrok_cloud_endpoint.unknown",
          change: { after_unknown: { traffic_policy: true } },
        },
      ],
    },
  });
  await add("https://known.example.com");
  await add("https://marked.example.com");
  for (const format of ["pretty", "json", "markdown"]) {
    const { out, err, status } = await run("diff", "plan.json", "--format", format, "--verbose");
    expect(status).toBe(0);
    expect(out).toContain("known only after apply");
    expect(out).toContain("marked as sensitive");
    expect(out + err).not.toContain(secret);
  }
  const named = await run("diff", "plan.json#ngrok_cloud_endpoint.marked");
  expect(named.err).toContain("The policy of ngrok_cloud_endpoint.marked is marked as sensitive.");
  expect(named.status).toBe(2);
});

test("secrets in a policy are masked, on both sides", async () => {
  const refused = (token: string): object => ({
    on_http_request: [
      {
        actions: [
          { type: "add-headers", config: { headers: { authorization: `Bearer ${token}` } } },
        ],
      },
    ],
  });
  const [stored, local] = ["sk_live_51HxStoredStoredStored00", "sk_live_51HxLocalLocalLocalLoc00"];
  const { run, add } = await started({
    "a.yaml": stream(
      manifest("CloudEndpoint", "shop", {
        url: "https://shop.example.com",
        trafficPolicy: { policy: refused(local) },
      }),
    ),
  });
  await add("https://shop.example.com", 403, { traffic_policy: JSON.stringify(refused(stored)) });
  for (const format of ["pretty", "json", "markdown"]) {
    const { out, err } = await run("diff", "a.yaml", "--format", format);
    expect(out).toContain("different");
    expect(out + err).not.toContain(stored);
    expect(out + err).not.toContain(local);
  }
});

test("what a difference does is proved for the protocol in the URL", async () => {
  const tcp = (address: string): object => ({
    on_tcp_connect: [
      { expressions: [`conn.client_ip == '${address}'`], actions: [{ type: "deny" }] },
    ],
  });
  const { run, add } = await started({
    "a.yaml": stream(
      manifest("CloudEndpoint", "ssh", {
        url: "tcp://1.tcp.example.com:22",
        trafficPolicy: { policy: tcp("192.0.2.1") },
      }),
    ),
  });
  const traffic = JSON.stringify(tcp("192.0.2.2"));
  await add("tcp://1.tcp.example.com:22", 403, { traffic_policy: traffic });
  const { out } = await run("diff", "a.yaml", "--semantic");
  expect(out).toContain("behaviour: not the same for 2 groups of connections\n");
});

test("the service of a configuration is used, in the environment that is meant", async () => {
  const { write, runIn, add, baseUrl } = await started({
    "all.yaml": stream(endpoint("shop", "https://shop.example.com")),
  });
  const service = { baseUrl, versionHeader: cloudVersionHeader };
  write("traffic-policy.config.json", {
    targets: {},
    environments: { staging: { service }, production: { service } },
  });
  await add("https://shop.example.com");
  const key = { TRAFFIC_POLICY_API_KEY: apiKey };
  expect(await runIn(key, "diff", "all.yaml", "-e", "staging")).toMatchObject({
    status: 0,
    out: "Comparison with staging:\nall.yaml#CloudEndpoint/shop  identical   cloud-endpoint ep_2\n",
  });
});

test("a policy that cannot be read is an error, and the others are compared", async () => {
  const { run, add } = await started({
    "state.json": state(
      resource("ngrok_cloud_endpoint", "broken", {
        url: "https://b.example.com",
        traffic_policy: '{"on_http_request": [',
      }),
      resource("ngrok_cloud_endpoint", "site", {
        url: "https://s.example.com",
        traffic_policy: JSON.stringify(policy(403)),
      }),
    ),
  });
  await add("https://s.example.com");
  const { out, err, status } = await run("diff", "state.json");
  expect(out).toBe("state.json#ngrok_cloud_endpoint.site  identical   cloud-endpoint ep_2\n");
  expect(err).toContain("error: state.json#ngrok_cloud_endpoint.broken: ");
  expect(status).toBe(2);
});

test("a service that does not answer is one error", async () => {
  const { run } = await started(
    { "all.yaml": stream(endpoint("shop", "https://shop.example.com")) },
    { apiKey: "another" },
  );
  const { out, err, status } = await run("diff", "all.yaml");
  expect({ out, status }).toEqual({ out: "", status: 2 });
  expect(err).toMatch(/^error: .*\(401\).*\n {2}help: /);
});

test.each<[string, string[], string, string]>([
  ["no holder names a target", ["office.yaml"], "No policy in this file can be", "its URL"],
  ["a plain policy", ["policy.json"], "policy.json is only one file; two", "Name another one"],
  ["a policy in the wrong place", ["wrong.yaml"], "The policy is in the wrong place", "Move it"],
  ["no such holder", ["shop.yaml#CloudEndpoint/shp"], 'named "CloudEndpoint/shp"', "Did you mean"],
  ["targets that are selected", ["shop.yaml", "--target", "a"], "its targets", "Remove --target"],
  ["a protocol", ["shop.yaml", "--protocol", "tcp"], "--protocol is only for", "Remove it."],
])("%s is an error that says what to do", async (_what, args, message, help) => {
  const { run } = projectOf({
    "office.yaml": stream(manifest("NgrokTrafficPolicy", "office", { policy: policy(403) })),
    "shop.yaml": stream(endpoint("shop", "https://shop.example.com")),
    "wrong.yaml": stream(
      endpoint("shop", "https://shop.example.com"),
      manifest("CloudEndpoint", "a", { url: "https://a.example.com", ...policy(403) }),
    ),
    "policy.json": policy(403),
  });
  const { status, out, err } = await run("diff", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toContain(help);
});

test("without a service, it is said how to name one", async () => {
  const { run } = projectOf({ "a.yaml": stream(endpoint("shop", "https://shop.example.com")) });
  const { status, err } = await run("diff", "a.yaml");
  expect(status).toBe(2);
  expect(err).toContain(
    "error: The URL of the service is unknown.\n  help: Set it with --base-url",
  );
});
