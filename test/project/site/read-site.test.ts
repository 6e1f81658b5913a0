import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import { Files, placeText, type SiteReading } from "@traffic-policy/project";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSite } from "./site-of.ts";

/** Writes files to a folder of the test's own. */
function folderOf(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

function read(
  files: Readonly<Record<string, string | object>>,
  ...paths: readonly string[]
): Promise<SiteReading> {
  return readSite(new Files(folderOf(files)), paths);
}

/** Names, URLs and policies of the endpoints. */
function endpointsIn({ site }: SiteReading): readonly string[] {
  return site.endpoints.map(
    ({ name, url, policy, unread }) =>
      `${name} ${formatEndpointUrl(url)} ${policy?.file ?? unread ?? "-"}`,
  );
}

function leftOutOf({ leftOut }: SiteReading): readonly string[] {
  return leftOut.map(({ file, reason }) => `${file}: ${reason}`);
}

const policy = { on_http_request: [{ actions: [{ type: "deny" }] }] };

const manifest = (kind: string, metadata: object, spec: object): object => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  metadata,
  spec,
});

const cloud = (name: string, spec: object, namespace?: string): object =>
  manifest(
    "CloudEndpoint",
    { name, ...(namespace && { namespace }) },
    { url: `https://${name}.example`, ...spec },
  );

const office = (namespace?: string): object =>
  manifest("NgrokTrafficPolicy", { name: "office", ...(namespace && { namespace }) }, { policy });

const named = { trafficPolicyName: "office" };

const agent = (...endpoints: readonly object[]): object => ({ version: 3, endpoints });

describe("a policy that a manifest names", () => {
  test.each([
    ["in another file", cloud("a", named), office(), "policy.json"],
    ["in the same namespace", cloud("a", named, "shop"), office("shop"), "policy.json"],
    ["in a namespace that only it names", cloud("a", named), office("shop"), "policy.json"],
    [
      "in another namespace",
      cloud("a", named, "shop"),
      office("wiki"),
      "NgrokTrafficPolicy/office, which is in another namespace",
    ],
    [
      "nowhere",
      cloud("a", { trafficPolicyName: "desk" }),
      office(),
      "NgrokTrafficPolicy/desk, which is in none of the files",
    ],
  ])("%s", async (_what, endpoint, resource, expected) => {
    const reading = await read({ "web.json": endpoint, "policy.json": resource });
    expect(endpointsIn(reading)).toEqual([`CloudEndpoint/a https://a.example ${expected}`]);
    const isFound = expected === "policy.json";
    expect(leftOutOf(reading)).toEqual(
      isFound
        ? []
        : [
            "policy.json#NgrokTrafficPolicy/office: used by no endpoint",
            `web.json#CloudEndpoint/a: its policy is ${expected}`,
          ],
    );
  });

  test("that is written as a text is not known", async () => {
    const text = manifest("NgrokTrafficPolicy", { name: "office" }, { policy: "{}" });
    expect(endpointsIn(await read({ "a.json": cloud("a", named), "p.json": text }))).toEqual([
      "CloudEndpoint/a https://a.example NgrokTrafficPolicy/office, in a form that is not read",
    ]);
  });

  test("is one for all endpoints that name it", async () => {
    const { site } = await read({
      "a.json": cloud("a", named),
      "b.json": cloud("b", named),
      "p.json": office(),
    });
    const [one, other] = site.endpoints.map((endpoint) => endpoint.policy);
    expect(one).toBeDefined();
    expect(one).toBe(other);
  });

  test("that is in two files is not known", async () => {
    const files = { "a.json": cloud("a", named), "p.json": office(), "q.json": office() };
    expect(endpointsIn(await read(files))).toEqual([
      "CloudEndpoint/a https://a.example NgrokTrafficPolicy/office, which is there twice",
    ]);
  });
});

test("what is left out is an endpoint, or is none", async () => {
  const target = { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.json" };
  const edge = { kind: "tcp-edge", edge: "edge_1", policy: "web.json" };
  const { leftOut } = await read({
    "a.json": agent({ name: "a" }, { url: "https://b.c", bindings: ["public", "kubernetes"] }),
    "b.json": { version: 2, tunnels: { edge: { addr: 80, labels: ["edge=edghts_1"] } } },
    "c.json": { endpoints: [{ id: "ep_2", type: "edge", url: "https://c.example" }] },
    "d.json": agent({ url: "https://d.example", traffic_policy_url: "https://x.example" }),
    "p.json": policy,
    "t.yaml": "kind: AgentEndpoint\nendpoints:\n{{- if .on }}\nspec: {}\n{{- end }}\n",
    "traffic-policy.config.json": { service: "emulator", targets: { web: target, edge } },
  });
  const filesOf = (isEndpoint: boolean): readonly string[] =>
    leftOut.filter((one) => (one.isEndpoint ?? false) === isEndpoint).map(({ file }) => file);
  expect(filesOf(true)).toEqual([
    "a.json#a",
    "a.json#https://b.c",
    "t.yaml",
    "traffic-policy.config.json#web",
  ]);
  expect(filesOf(false)).toEqual([
    "b.json#edge",
    "c.json#ep_2",
    "traffic-policy.config.json#edge",
    "p.json",
    "d.json#https://d.example",
  ]);
});

describe("the file that an agent names", () => {
  const endpoint = { name: "a", url: "https://a.example", traffic_policy_file: "policies/a.yaml" };

  test.each([
    ["is read", JSON.stringify(policy), "policies/a.yaml"],
    ["is broken", "on_http_request: [", "in policies/a.yaml, which cannot be parsed"],
    ["is missing", undefined, "in policies/a.yaml, which does not exist"],
  ])("%s", async (_what, text, expected) => {
    const reading = await read({
      "ngrok.yml": JSON.stringify(agent(endpoint)),
      ...(text && { "policies/a.yaml": text }),
    });
    expect(endpointsIn(reading)).toEqual([`a https://a.example ${expected}`]);
    const places = reading.failures.map(({ error }) => error.message.replace(/: .*/, ""));
    expect(places).toEqual(text === "on_http_request: [" ? ["policies/a.yaml:1:18"] : []);
  });
});

test("a file with a part of a policy is used", async () => {
  const part = { proto: "http", addr: 80, domain: "a.example", basic_auth: ["user:password"] };
  const reading = await read({
    "ngrok.json": { version: 2, tunnels: { a: { ...part, traffic_policy_file: "a.yaml" } } },
    "a.yaml": JSON.stringify(policy),
  });
  expect(leftOutOf(reading)).toEqual([
    'ngrok.json#a: its policy is partly in its "basic_auth", which is not read',
  ]);
});

test("a policy in a form that is not read is not none", async () => {
  const text = (indent: string): string => `|\n${indent}on_http_request: []\n`;
  const values = { url: "https://t.example", traffic_policy: { on_http_request: [] } };
  const resource = { address: "ngrok_cloud_endpoint.t", type: "ngrok_cloud_endpoint", values };
  const reading = await read({
    "ngrok.yml": `version: 3\nendpoints:\n  - name: a\n    url: https://a.example\n    traffic_policy: ${text("      ")}`,
    "web.yaml": `apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: AgentEndpoint\nmetadata: { name: b }\nspec:\n  url: https://b.example\n  trafficPolicy:\n    inline: ${text("      ")}`,
    "plan.json": {
      format_version: "1.2",
      planned_values: { root_module: { resources: [resource] } },
    },
  });
  expect(endpointsIn(reading).toSorted()).toEqual([
    "AgentEndpoint/b https://b.example written as a text, which is not read",
    "a https://a.example written as a text, which is not read",
    "ngrok_cloud_endpoint.t https://t.example written in a form that is not read",
  ]);
});

test("a password in the place of a URL is not printed", async () => {
  const reading = await read({ "a.json": agent({ url: "https://user:pw12345@c.example" }) });
  expect(leftOutOf(reading)).toEqual([
    'a.json#https://…@c.example: "https://…@c.example" is not the URL of an endpoint',
  ]);
});

describe("a configuration", () => {
  const target = { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.json" };
  const configuration = (targets: object, more: object = {}): object => ({
    service: "emulator",
    targets,
    ...more,
  });

  test("has the endpoints of its targets, at their URLs", async () => {
    const targets = { web: { ...target, url: "https://web.example" } };
    const reading = await read({
      "traffic-policy.config.json": configuration(targets),
      "web.json": policy,
    });
    expect(endpointsIn(reading)).toEqual(["web https://web.example web.json"]);
    expect(reading.site.endpoints[0]).toMatchObject({ kind: "cloud", binding: "public" });
    const { location } = reading.site.endpoints[0] ?? {};
    expect(location && placeText(location.file, location.start)).toBe(
      "traffic-policy.config.json:1:109",
    );
    expect(leftOutOf(reading)).toEqual([]);
  });

  test("says which targets have no place in the site", async () => {
    const targets = {
      web: target,
      edge: { kind: "tcp-edge", edge: "edge_1", policy: "web.json" },
      built: { kind: "policy-file", for: "agent-endpoint", policy: "web.json", out: "out.yaml" },
    };
    const reading = await read({
      "traffic-policy.config.json": configuration(targets),
      "web.json": policy,
    });
    expect(leftOutOf(reading)).toEqual([
      'traffic-policy.config.json#web: its target has no "url"',
      "traffic-policy.config.json#edge: edges are not part of a site",
      "traffic-policy.config.json#built: its endpoint is in the file that build writes",
    ]);
  });

  test("has a policy that cannot be read", async () => {
    const targets = { web: { ...target, url: "https://web.example", policy: "none.json" } };
    const reading = await read({ "traffic-policy.config.json": configuration(targets) });
    expect(endpointsIn(reading)).toEqual([
      "web https://web.example in none.json, which cannot be read",
    ]);
    expect(reading.failures.map(({ error }) => error.message)).toEqual([
      "none.json: There is no such file.",
    ]);
  });

  test("that is broken is a failure, and others are read", async () => {
    const files = {
      "a/traffic-policy.config.json": "{",
      "b/ngrok.json": agent({ url: "https://b.example" }),
    };
    const reading = await read(files, "a", "b");
    expect(endpointsIn(reading)).toEqual(["https://b.example https://b.example -"]);
    expect(reading.failures).toHaveLength(1);
  });
});

test("endpoints with one name get their namespace, and else their file", async () => {
  const reading = await read({
    "a.json": {
      apiVersion: "v1",
      kind: "List",
      items: [cloud("a", {}, "one"), cloud("a", {}, "two")],
    },
    "b.json": agent({ name: "web", url: "https://b.example" }),
    "c.json": agent(
      { name: "web", url: "https://c.example" },
      { name: "web", url: "https://d.example" },
    ),
  });
  expect(reading.site.endpoints.map(({ name }) => name)).toEqual([
    "CloudEndpoint/one/a",
    "CloudEndpoint/two/a",
    "b.json#web",
    "c.json#web",
    "c.json#web (2)",
  ]);
});

describe("in a folder", () => {
  const endpoint = agent({ url: "https://a.example" });

  test("hidden files are read; those that git ignores, builds and dependencies are not", async () => {
    const files = {
      ".hidden/a.json": endpoint,
      "dist/a.json": endpoint,
      "node_modules/x/a.json": endpoint,
      "ignored.json": endpoint,
      ".gitignore": "ignored.json",
    };
    const folder = folderOf(files);
    execFileSync("git", ["init", "--quiet", folder]);
    expect((await readSite(new Files(folder), [])).files).toEqual([".hidden/a.json"]);
  });

  test("links are said to be left out", async () => {
    const folder = folderOf({ "a.json": endpoint });
    symlinkSync(join(folder, "a.json"), join(folder, "b.json"));
    const reading = await readSite(new Files(folder), []);
    expect([reading.files, leftOutOf(reading)]).toEqual([
      ["a.json"],
      ["b.json: a link, which is not followed"],
    ]);
  });

  test("a policy that no endpoint uses is said, and what is about something else is not", async () => {
    const files = {
      "a.json": endpoint,
      "web.json": policy,
      "web.policy.ts": "",
      "package.json": "{}",
      "other.yaml": "a: [",
    };
    expect(leftOutOf(await read(files))).toEqual([
      "web.json: used by no endpoint",
      "web.policy.ts: used by no endpoint",
    ]);
  });

  test("a template is left out, and a broken file a failure", async () => {
    const template =
      "apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: AgentEndpoint\n{{- if .on }}\nspec: {}\n{{- end }}\n";
    const reading = await read({
      "a.json": endpoint,
      "t.yaml": template,
      "ngrok.yml": "version: 3\nendpoints: [",
    });
    expect(leftOutOf(reading)).toEqual(["t.yaml: a template: read what it renders to"]);
    expect(reading.failures.map(({ error }) => error.message)).toEqual([
      expect.stringMatching(/^ngrok\.yml:2:/),
    ]);
  });

  test("what has endpoints in a form that is not read is said", async () => {
    const state = (type: string): object => ({ version: 4, resources: [{ type, instances: [] }] });
    const reading = await read({
      "state.json": state("ngrok_cloud_endpoint"),
      "terraform.tfstate": state("ngrok_cloud_endpoint"),
      "other.tfstate": state("aws_instance"),
      "agent.yml": "tunnels:\n  web:\n    proto: http\n    addr: 80\n",
      "route.yaml":
        "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\n",
      "app.json": { endpoints: [{ url: "/users" }] },
    });
    expect(leftOutOf(reading)).toEqual([
      'agent.yml: the configuration of an agent without its "version": add version: 3',
      'state.json: the state of Terraform: read what "terraform show -json" prints',
      "route.yaml#HTTPRoute/a: the endpoints that the operator makes of it are not read",
      'terraform.tfstate: the state of Terraform: read what "terraform show -json" prints',
    ]);
    expect(reading.leftOut.every(({ isEndpoint }) => isEndpoint)).toBe(true);
  });

  describe("Terraform's own files", () => {
    const state = { version: 4, resources: [{ type: "ngrok_cloud_endpoint", instances: [] }] };
    const source = 'resource "ngrok_cloud_endpoint" "a" {\n  url = var.url\n}\n';
    const reason = 'a source of Terraform: read the plan that "terraform show -json" prints';
    const files = {
      "a.json": endpoint,
      "infra/terraform.tfstate": state,
      "infra/main.tf": source,
      "infra/modules/site/site.tf.json": { resource: { ngrok_cloud_endpoint: { a: {} } } },
      "infra/old.tf": '# resource "ngrok_cloud_endpoint" "a" {}\n',
      "infra/other.tf": 'resource "aws_instance" "a" {}\n',
    };

    test("are endpoints that were left out", async () => {
      const reading = await read(files);
      expect(leftOutOf(reading)).toEqual([
        `infra/main.tf: ${reason}`,
        `infra/modules/site/site.tf.json: ${reason}`,
        'infra/terraform.tfstate: the state of Terraform: read what "terraform show -json" prints',
      ]);
      expect(reading.leftOut.every(({ isEndpoint }) => isEndpoint)).toBe(true);
    });

    test.each(["infra/plan.json", "infra/modules/plan.json"])(
      "are none where a plan is read: %s",
      async (name) => {
        const plan = { format_version: "1.2", planned_values: { root_module: {} } };
        const { leftOut } = await read({ ...files, [name]: plan });
        const left = leftOut.filter(({ isEndpoint }) => isEndpoint).map(({ file }) => file);
        expect(left.toSorted()).toEqual(
          name === "infra/plan.json" ? [] : ["infra/main.tf", "infra/terraform.tfstate"],
        );
        expect(leftOut).toContainEqual({
          file: "infra/modules/site/site.tf.json",
          reason: `${name} is read`,
        });
      },
    );
  });

  test("a route is left alone where the files tell that another controller has its Gateway", async () => {
    const ofGateway = (kind: string, spec: object, name: string): object => ({
      apiVersion: "gateway.networking.k8s.io/v1",
      kind,
      metadata: { name },
      spec,
    });
    const { leftOut, failures } = await read({
      "a.json": endpoint,
      "class.json": ofGateway("GatewayClass", { controllerName: "istio.io/controller" }, "mesh"),
      "gateway.json": ofGateway("Gateway", { gatewayClassName: "mesh" }, "web"),
      "route.json": ofGateway("HTTPRoute", { parentRefs: [{ name: "web" }] }, "shop"),
      "broken.yaml": "kind: Gateway\nspec: [",
      "chart.yaml": "kind: Gateway\n{{- if .Values.on }}\nspec: {}\n{{- end }}\n",
    });
    expect(leftOut).toEqual([
      {
        file: "route.json#HTTPRoute/shop",
        reason: "its Gateway is of another controller, istio.io/controller",
      },
    ]);
    expect(failures).toEqual([]);
  });

  test("without endpoints, there is none", async () => {
    const reading = await read({ "a.txt": "" });
    expect([reading.site.endpoints, reading.leftOut, reading.failures]).toEqual([[], [], []]);
  });
});

test.each([
  [["nope"], "nope: There is no such file or folder."],
  [["*.yaml"], "No file matches *.yaml."],
])("paths that are nothing are failures: %j", async (paths, message) => {
  const reading = await read({ "a.json": {} }, ...paths);
  expect(reading.failures.map(({ error }) => error.message)).toEqual([message]);
});

test("named files without an endpoint are said", async () => {
  const reading = await read({ "a.json": {}, "a.txt": "" }, "a.json", "a.txt");
  expect(leftOutOf(reading)).toEqual([
    "a.json: without an endpoint",
    "a.txt: neither JSON nor YAML",
  ]);
});

test("a glob, a file and a folder with one file are read once", async () => {
  const files = { "x/a.json": agent({ url: "https://a.example" }) };
  expect(endpointsIn(await read(files, "x", "x/*.json", "x/a.json"))).toHaveLength(1);
});
