import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lintFiles } from "../../../packages/cli/src/lint/lint-files.ts";
import { testContext } from "../context.ts";
import { projectOf } from "../project.ts";

const rules = { on_http_request: [{ name: "a", actions: [{ type: "denyy" }] }] };
const neighbour = "words-of-nobody-else";

const manifest = (kind: string, name: string): object => ({
  apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
  kind,
  metadata: { name },
  spec: { policy: rules },
});

const stream = (...documents: object[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join("---\n");

const formats = ["pretty", "json", "sarif", "github", "junit", "markdown", "unix"];

describe("what stands beside a policy in a plan is never printed:", () => {
  const plan = (value: unknown, more: object = {}): object => ({
    format_version: "1.2",
    variables: { key: { value: neighbour } },
    planned_values: {
      outputs: { key: { sensitive: true, value: neighbour } },
      root_module: {
        resources: [
          {
            address: "ngrok_cloud_endpoint.web",
            mode: "managed",
            type: "ngrok_cloud_endpoint",
            values: { metadata: neighbour, traffic_policy: value, description: neighbour },
          },
        ],
      },
    },
    ...more,
  });
  const marked = [
    { address: "ngrok_cloud_endpoint.web", change: { after_sensitive: { traffic_policy: true } } },
  ];

  test.each([
    ["a policy with findings", plan(JSON.stringify(rules))],
    ["a text that is not JSON", plan('{"on_http_request": [')],
    ["text with two documents", plan("a: 1\n---\nb: 1\n")],
    ["an empty text", plan("")],
    ["an object", plan({ key: neighbour })],
    ["a number", plan(5)],
    ["nothing", plan(null)],
    ["another version", plan("{}", { format_version: "2.0" })],
    [
      "a policy that only its change marks as sensitive",
      plan(neighbour, { resource_changes: marked }),
    ],
  ])("%s", async (_what, document) => {
    const text = JSON.stringify(document);
    const { run } = projectOf({ "plan.json": text, "cut.json": text.slice(0, -2) });
    for (const format of formats) {
      for (const file of ["plan.json", "cut.json"]) {
        const { out, err } = await run("lint", file, "--format", format);
        expect(out + err).not.toContain(neighbour);
      }
    }
    await run("lint", "plan.json", "--cache");
    expect((await run("lint", "plan.json", "--cache")).out).not.toContain(neighbour);
  });

  test("no resource has a policy: it says so", async () => {
    const empty = { format_version: "1.0", terraform_version: "1.9.0" };
    const { run } = projectOf({ "plan.json": empty });
    const { out, status } = await run("lint", "plan.json");
    expect(out).toContain("No policy is in this plan or state of Terraform.");
    expect(status).toBe(1);
  });
});

describe("what was not looked at counts neither as linted nor as right:", () => {
  const unknown = {
    format_version: "1.2",
    planned_values: {
      root_module: {
        resources: [
          {
            address: "ngrok_cloud_endpoint.web",
            mode: "managed",
            type: "ngrok_cloud_endpoint",
            values: {},
          },
        ],
      },
    },
    resource_changes: [
      { address: "ngrok_cloud_endpoint.web", change: { after_unknown: { traffic_policy: true } } },
    ],
  };

  test("a plan whose only policy is unknown", async () => {
    const { run } = projectOf({ "plan.json": unknown });
    const { out } = await run("lint", "plan.json", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({
      files: 0,
      notChecked: [{ file: "plan.json#ngrok_cloud_endpoint.web" }],
    });
    const named = await run("lint", "plan.json#ngrok_cloud_endpoint.web");
    expect(named.err).toContain(
      "The policy of ngrok_cloud_endpoint.web is known only after apply.",
    );
    expect(named.status).toBe(2);
  });

  test("a policy in a ConfigMap, or of a kind that does not exist, beside one that is read", async () => {
    const map = { apiVersion: "v1", kind: "ConfigMap", data: { a: JSON.stringify(rules) } };
    const wrong = manifest("NgrokTrafficPolicys", "b");
    const list = { apiVersion: "v1", kind: "List", items: [wrong, manifest("TrafficPolicy", "c")] };
    const { run } = projectOf({ "a.yaml": stream(map, manifest("NgrokTrafficPolicy", "a"), list) });
    const { out, err } = await run("lint", "a.yaml", "--format", "unix");
    expect(out.match(/action\/unknown-type/g)).toHaveLength(2);
    expect(err).toContain("a.yaml#ConfigMap (inside a ConfigMap)");
    expect(err).toContain("a.yaml#NgrokTrafficPolicys/b (inside a NgrokTrafficPolicys)");
  });

  test("a file that an endpoint names, and that does not exist, beside a policy", async () => {
    const endpoints = [
      { name: "web", traffic_policy: rules },
      { name: "api", traffic_policy_file: "./gone.yml" },
      { name: "self", traffic_policy_file: "./ngrok.yml" },
    ];
    const { run } = projectOf({ "ngrok.yml": stream({ version: 3, endpoints }) });
    const { out, err, status } = await run("lint", "ngrok.yml");
    expect(out).toContain("action/unknown-type");
    expect(err).toContain("The policy of api is in ./gone.yml, which does not exist.");
    expect(err).toContain("The policy of self is in ./ngrok.yml, which is this file.");
    expect(status).toBe(2);
  });

  test("a file that is named, and that was made since the findings were kept", async () => {
    const endpoints = [{ name: "api", traffic_policy_file: "./api.yml" }];
    const { run, write } = projectOf({ "ngrok.yml": stream({ version: 3, endpoints }) });
    expect((await run("lint", "ngrok.yml", "--cache")).out).toContain("it names ./api.yml");
    write("api.yml", stream(rules));
    expect((await run("lint", "ngrok.yml", "--cache")).out).toContain("action/unknown-type");
  });
});

test("a run that is repeated depends on the files that an endpoint names, too", async () => {
  const { folder } = projectOf({
    "ngrok.yml": stream({ version: 3, endpoints: [{ name: "a", traffic_policy_file: "./p.yml" }] }),
    "p.yml": stream(rules),
  });
  const context = await testContext(folder);
  const noted: string[] = [];
  const note = (files: readonly string[]): void => void noted.push(...files);
  await lintFiles([join(folder, "ngrok.yml")], { environments: [], note }, context);
  expect(noted).toEqual([join(folder, "p.yml")]);
});

describe("of one policy that is named", () => {
  const named = "a.yaml#TrafficPolicy/b";
  const ignored = `apiVersion: ngrok.com/v1
kind: TrafficPolicy
metadata: { name: a }
spec:
  policy:
    on_http_request:
      - name: a
        # traffic-policy-ignore-next-line action/unknown-type -- it is new
        actions: [{ type: denyy }]
---
${stream(manifest("TrafficPolicy", "b"))}`;

  test("comments that another one may use are not called unused, and the file counts once", async () => {
    const { run } = projectOf({ "a.yaml": ignored });
    const { out } = await run("lint", named, "a.yaml#TrafficPolicy/a", "--format", "json");
    const { files, diagnostics } = JSON.parse(out) as { files: number; diagnostics: object[] };
    expect(diagnostics).toMatchObject([{ rule: "action/unknown-type", holder: "TrafficPolicy/b" }]);
    expect(files).toBe(1);
  });

  test("no baseline is made, which would lose what is known of the others", async () => {
    const { run } = projectOf({ "a.yaml": ignored });
    const { err, status } = await run("lint", named, "--baseline", "b.json", "--update-baseline");
    expect(err).toContain(`${named}: A baseline is of whole files.`);
    expect(status).toBe(2);
  });
});

describe("in a folder, it says that it left out", () => {
  const padding = `# ${"a".repeat(5_000_000)}\n`;
  const template = `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: {{ .Release.Name }} }
spec:
  policy: {{ toYaml .Values.policy | nindent 4 }}
`;

  test.each([
    ["a file that is too large", "all.yaml", stream(rules) + padding, "too large"],
    ["a template whose rules are elsewhere", "a.yaml", template, "a template"],
  ])("%s", async (_what, name, text, reason) => {
    const { run } = projectOf({ [name]: text });
    const { err, out } = await run("lint", ".");
    expect(err + out).toContain(`Not linted: ${name} (${reason}).`);
  });
});

describe("a policy that is named after # is refused", () => {
  const files = {
    "app.yaml": stream(manifest("TrafficPolicy", "a"), manifest("TrafficPolicy", "b")),
  };
  const named = "app.yaml#TrafficPolicy/a";

  test("with --changed, because files change as a whole", async () => {
    const { err, status } = await projectOf(files).run("lint", "--changed", named);
    expect(err).toBe(`error: ${named}: With --changed, paths are those of files.
  help: Name app.yaml without #.
`);
    expect(status).toBe(2);
  });

  test("in a configuration, because a target has a file", async () => {
    const web = { kind: "tcp-edge", edge: "e", policy: named };
    const configuration = { service: "emulator", targets: { web } };
    const { run } = projectOf({ ...files, "traffic-policy.config.json": configuration });
    for (const command of ["lint", "plan", "doctor"]) {
      const { out, err, status } = await run(command);
      const sentence = 'The policy of the target "web" must be a file, not a policy in a file.';
      expect(out + err).toContain(sentence);
      expect(status).toBe(command === "doctor" ? 1 : 2);
    }
  });
});
