import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const policy = (code: number): object => ({
  on_http_request: [{ name: "All", actions: [{ type: "deny", config: { status_code: code } }] }],
});

const manifest = (...names: readonly string[]): string =>
  names
    .map(
      (name) =>
        `kind: CloudEndpoint # ${name}\napiVersion: ngrok.k8s.ngrok.com/v1alpha1\nmetadata: { name: ${name} }\nspec: { url: "https://${name}.example.com", trafficPolicy: { policy: {} } }\n`,
    )
    .join("---\n");

const cloudEndpoint = { kind: "policy-file", for: "cloud-endpoint" } as const;

const inFile = (policyName: string, out: string): object => ({
  ...cloudEndpoint,
  policy: policyName,
  out,
});

const files = {
  "a.json": policy(403),
  "b.json": policy(404),
  "ssh.json": { on_tcp_connect: [{ name: "No", actions: [{ type: "deny" }] }] },
  "k8s/all.yaml": manifest("a", "b"),
  "traffic-policy.config.json": {
    targets: {
      a: inFile("a.json", "k8s/all.yaml#CloudEndpoint/a"),
      b: inFile("b.json", "k8s/all.yaml#CloudEndpoint/b"),
      ssh: { kind: "policy-file", for: "tcp-edge", policy: "ssh.json" },
    },
  },
};

test("two policies go into one manifest, and one without a place into a file of its own", async () => {
  const { folder, run } = projectOf(files);
  const text = (): string => readFileSync(join(folder, "k8s/all.yaml"), "utf8");
  const rows = (outcome: string): string => `a    ${outcome}  k8s/all.yaml#CloudEndpoint/a
b    ${outcome}  k8s/all.yaml#CloudEndpoint/b
ssh  ${outcome}  dist/policies/ssh.json
`;
  const check = await run("build", "--check");
  expect(check).toMatchObject({ status: 1, err: "" });
  expect(check.out).toContain(`${rows("different")}--- a/k8s/all.yaml\n`);
  expect(text()).toBe(manifest("a", "b"));
  expect(existsSync(join(folder, "dist"))).toBe(false);
  expect(await run("build")).toMatchObject({ status: 0, out: rows("written  ") });
  const [first = "", second = ""] = text().split("---\n");
  expect([first, second].map((one) => one.match(/status_code: *\d+/g))).toEqual([
    ["status_code: 403"],
    ["status_code: 404"],
  ]);
  expect(text()).toContain("kind: CloudEndpoint # b\n");
  expect(readFileSync(join(folder, "dist/policies/ssh.json"), "utf8")).toBe(
    JSON.stringify(files["ssh.json"]),
  );
  expect(await run("build", "--check")).toMatchObject({ status: 0, out: rows("unchanged") });
});

test("JSON names the kind, the place and what would change", async () => {
  const { run } = projectOf(files);
  const { out } = await run("build", "--check", "--format", "json", "--target", "a");
  const { targets } = JSON.parse(out) as { readonly targets: readonly object[] };
  expect(targets).toEqual([
    {
      target: "a",
      kind: "policy-file",
      file: "k8s/all.yaml#CloudEndpoint/a",
      enabled: true,
      outcome: "different",
      diff: expect.stringContaining("+++ b/k8s/all.yaml") as string,
    },
  ]);
});

test("each environment has a place of its own", async () => {
  const { folder, run } = projectOf({
    "a.json": policy(403),
    "staging.yaml": manifest("a"),
    "production.yaml": manifest("a"),
    "traffic-policy.config.json": {
      targets: { a: { ...cloudEndpoint, policy: "a.json" } },
      environments: {
        staging: { targets: { a: { out: "staging.yaml#CloudEndpoint/a" } } },
        production: { targets: { a: { out: "production.yaml" } } },
      },
    },
  });
  expect((await run("build", "--environment", "production")).out).toBe(
    "a  written    production.yaml\n",
  );
  expect(readFileSync(join(folder, "staging.yaml"), "utf8")).toBe(manifest("a"));
  expect((await run("build", "--environment", "*")).out).toBe(
    "a  written    staging.yaml#CloudEndpoint/a\na  unchanged  production.yaml\n",
  );
});

test("lint takes the rules of what holds the policy, and says what it does not look at", async () => {
  const { write, run } = projectOf(files);
  write("a.json", { on_http_request: [{ name: "Log", actions: [{ type: "log" }] }] });
  write("ssh.json", policy(403));
  const { status, out } = await run("lint");
  expect(status).toBe(1);
  expect(out).toContain("flow/no-end\n  --> a.json");
  expect(out).toContain("document/unavailable-section\n  --> ssh.json");
  expect(out).toContain("Not linted: k8s/all.yaml (build puts a policy into it).");
});

test("a run at the service leaves policy files out, and says so", async () => {
  const { run } = projectOf({
    ...files,
    "traffic-policy.config.json": {
      service: "emulator",
      targets: {
        ...files["traffic-policy.config.json"].targets,
        web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "a.json" },
      },
    },
  });
  const note = "note: Left out, because policy files are not at the service: a, b and ssh.\n";
  expect((await run("plan")).err).toContain(note);
  expect(await run("diff", "--tag", "none")).toMatchObject({ status: 2 });
  expect(await run("diff", "--target", "web")).toMatchObject({ err: "", status: 1 });
  expect(await run("diff", "--target", "web", "--target", "a")).toMatchObject({
    status: 2,
    err: 'error: "a" is a policy file: it is not at the service.\n  help: `traffic-policy build` writes it for what deploys it.\n',
  });
});

test.each([
  [
    "two targets with one place",
    {
      a: inFile("a.json", "k8s/all.yaml#CloudEndpoint/a"),
      b: inFile("b.json", "k8s/all.yaml#CloudEndpoint/a"),
    },
    'The targets "a" and "b" would share the place k8s/all.yaml#CloudEndpoint/a.',
  ],
  [
    "no holder of this name",
    { a: inFile("a.json", "k8s/all.yaml#CloudEndpoint/x") },
    'No policy in this file is named "CloudEndpoint/x".',
  ],
  [
    "no kind of holder",
    { a: { kind: "policy-file", policy: "a.json" } },
    '"for" is missing in the target "a".',
  ],
  [
    "a service",
    { a: { ...cloudEndpoint, policy: "a.json", service: "x" } },
    'The policy file "a" has "service", but other means deploy it.',
  ],
  [
    "an edge",
    { a: { ...cloudEndpoint, policy: "a.json", edge: "x" } },
    'The policy file "a" has an "edge", which only edges and their routes have.',
  ],
  [
    "out for an endpoint",
    { a: { kind: "cloud-endpoint", endpoint: "x", policy: "a.json", out: "b.json" } },
    'The cloud endpoint "a" has an "out", which only policy files have.',
  ],
])("%s is refused, and nothing is written", async (_what, targets, message) => {
  const { folder, run } = projectOf({ ...files, "traffic-policy.config.json": { targets } });
  const ran = await run("build");
  expect(ran).toMatchObject({ status: 2, out: "" });
  expect(ran.err).toContain(message);
  expect(readFileSync(join(folder, "k8s/all.yaml"), "utf8")).toBe(files["k8s/all.yaml"]);
  expect(existsSync(join(folder, "dist"))).toBe(false);
});

test("two environments with one place are refused", async () => {
  const { run } = projectOf({
    "a.json": policy(403),
    "traffic-policy.config.json": {
      targets: { a: inFile("a.json", "b.yaml") },
      environments: { x: {}, y: {} },
    },
  });
  const { status, err } = await run("build", "--environment", "x");
  expect(status).toBe(2);
  expect(err).toContain('help: Give each environment an "out" of its own.');
});
