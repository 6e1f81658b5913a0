import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { root } from "../../../scripts/generate/root.ts";
import { Service } from "../../api/server.ts";
import { arbitraryPolicy } from "../../policy-builder/to-source/arbitrary-policy.ts";
import { writtenPolicies } from "../../policy-builder/to-source/documents.ts";
import { sampled } from "../../seeded.ts";
import { apiKey, project, run } from "../command.ts";
import { denying, edge, makeAccount, route } from "./account.ts";

const closed = denying("Closed");

test("every edge with a policy gets a file and a target, and diff and lint have nothing to say", async () => {
  const { command, cwd, baseUrl, requests } = await makeAccount({
    edges: {
      edge_1: { ...closed, description: "SSH for the Zürich office" },
      edge_2: { value: JSON.stringify(closed), enabled: false, description: "Database" },
      edge_3: { ...closed, description: "Database" },
      edge_4: closed,
      edge_5: null,
      edge_6: null,
    },
  });
  const shown = `database-edge-2            written    policies/database-edge-2.policy.ts
database-edge-3            written    policies/database-edge-3.policy.ts
edge-4                     written    policies/edge-4.policy.ts
ssh-for-the-zurich-office  written    policies/ssh-for-the-zurich-office.policy.ts
traffic-policy.config.ts is written.
2 TCP edges hold no policy.
`;
  const pulled = await command(["pull", "--all", "--base-url", `${baseUrl}/`]);
  expect(pulled).toEqual({ status: 0, err: "", out: shown });
  expect(readFileSync(new URL("docs/adopting.md", root), "utf8")).toContain(shown);
  expect(readFileSync(join(cwd, "traffic-policy.config.ts"), "utf8"))
    .toBe(`import { defineConfig, tcpEdge } from "traffic-policy";

export default defineConfig({
  service: { baseUrl: "${baseUrl}" },
  targets: {
    "database-edge-2": tcpEdge("edge_2", "./policies/database-edge-2.policy.ts", {
      enabled: false,
    }),
    "database-edge-3": tcpEdge("edge_3", "./policies/database-edge-3.policy.ts"),
    "edge-4": tcpEdge("edge_4", "./policies/edge-4.policy.ts"),
    "ssh-for-the-zurich-office": tcpEdge(
      "edge_1",
      "./policies/ssh-for-the-zurich-office.policy.ts",
    ),
  },
});
`);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /edges/tcp"]);
  expect((await command(["diff"])).out.match(/identical/g)).toHaveLength(4);
  expect((await command(["lint"])).status).toBe(0);
});

test("the version header of the option is used, and stands in the configuration", async () => {
  const service = await Service.start();
  service.addEdges({
    id: "edge_1",
    traffic_policy: { enabled: true, value: JSON.stringify(closed) },
  });
  const cwd = project({});
  const env = { TRAFFIC_POLICY_API_KEY: apiKey, TRAFFIC_POLICY_BASE_URL: service.baseUrl };
  const args = ["pull", "--all", "--version-header", "Other-Version: 7"];
  expect((await run(args, { cwd, env })).status).toBe(0);
  expect(readFileSync(join(cwd, "traffic-policy.config.ts"), "utf8")).toContain(
    'versionHeader: { name: "Other-Version", value: "7" }',
  );
  const wrong = await run(["edges", "list", "--version-header", "7"], { cwd, env });
  expect(wrong.err).toContain('error: "7" is not a header.\n');
  expect(wrong.status).toBe(2);
});

test("a dry run says what would be written, and writes nothing", async () => {
  const { command, cwd, baseUrl } = await makeAccount({ edges: { edge_1: closed } });
  const args = ["pull", "--all", "--dry-run", "--base-url", baseUrl];
  const { status, out, err } = await command(args);
  expect(out.match(/^\+\+\+ .*/gm)).toEqual([
    "+++ b/policies/edge-1.policy.ts",
    "+++ b/traffic-policy.config.ts",
  ]);
  expect(err).toContain("edge-1  to write   policies/edge-1.policy.ts\n");
  expect(err).toContain("traffic-policy.config.ts is to be written.\n");
  expect(status).toBe(1);
  expect(readdirSync(cwd)).toEqual([]);
});

test("a configuration here or above is never replaced", async () => {
  const { command, cwd, baseUrl, requests } = await makeAccount({
    edges: { edge_1: closed },
    targets: { ssh: edge("edge_1", "ssh.json") },
  });
  mkdirSync(join(cwd, "below"));
  const below = { cwd: join(cwd, "below") };
  const args = ["pull", "--all", "--force", "--base-url", baseUrl];
  for (const [options, file] of [
    [{}, "traffic-policy.config.json"],
    [below, "../traffic-policy.config.json"],
  ] as const) {
    const { status, out, err } = await command(args, options);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(`error: There is already a configuration: ${file}.\n`);
  }
  expect(requests).toEqual([]);
});

test("one file that holds something else keeps everything from being written, unless forced", async () => {
  const { command, cwd, baseUrl } = await makeAccount({
    edges: { edge_1: closed, edge_2: closed },
    files: { "policies/edge-1.policy.ts": "mine" },
  });
  const args = ["pull", "--all", "--base-url", baseUrl];
  const refused = await command(args);
  expect(refused).toMatchObject({
    status: 2,
    out: "edge-2  skipped    policies/edge-2.policy.ts\n",
  });
  expect(refused.err).toContain(
    "error: edge-1 (tcp-edge edge_1): policies/edge-1.policy.ts already exists and is not a policy: ",
  );
  expect(readdirSync(join(cwd, "policies"))).toEqual(["edge-1.policy.ts"]);
  expect(existsSync(join(cwd, "traffic-policy.config.ts"))).toBe(false);
  expect((await command([...args, "--force"])).status).toBe(0);
  expect((await command(["diff"])).status).toBe(0);
});

test("a stored text that is no policy is pulled as it is, and the configuration leaves it out", async () => {
  const service = await Service.start();
  service.addEdges(
    { id: "edge_1", traffic_policy: { enabled: true, value: "{" } },
    { id: "edge_2", traffic_policy: { enabled: true, value: "[]" } },
    { id: "edge_3", traffic_policy: { enabled: true, value: JSON.stringify(closed) } },
    { id: "edge_4", traffic_policy: { enabled: true, value: '{"inbound":[],"n":1e400}' } },
  );
  const cwd = project({});
  const env = { TRAFFIC_POLICY_API_KEY: apiKey, TRAFFIC_POLICY_BASE_URL: service.baseUrl };
  const { status, out, err } = await run(["pull", "--all"], { cwd, env });
  expect(out).toBe(`edge-1  written    policies/edge-1.policy.txt
  note: The stored policy is not a JSON document: An object is not closed. Its exact text is in policies/edge-1.policy.txt. The configuration omits it.
edge-2  written    policies/edge-2.policy.txt
  note: The stored policy is not a JSON object. Its exact text is in policies/edge-2.policy.txt. The configuration omits it.
edge-3  written    policies/edge-3.policy.ts
edge-4  written    policies/edge-4.policy.json
  note: It is saved as JSON, because TypeScript cannot represent a number in it.
traffic-policy.config.ts is written.
`);
  expect(readFileSync(join(cwd, "policies/edge-1.policy.txt"), "utf8")).toBe("{");
  expect({ status, err }).toEqual({ status: 1, err: "" });
  expect((await run(["diff"], { cwd, env })).out.match(/identical/g)).toHaveLength(2);
});

test.each([
  [["pull", "--all", "ssh"], "--all and target names cannot be used together."],
  [["pull", "--all", "--tag", "ssh"], "--all and target names cannot be used together."],
  [["pull", "--all"], "The URL of the service is unknown."],
  [["pull", "ssh"], "There is no traffic-policy.config.ts here or in a folder above."],
])("%j without a configuration ends with one sentence and status 2", async (args, sentence) => {
  const result = await run(args, { cwd: project({}) });
  expect(result).toMatchObject({ status: 2, out: "" });
  expect(result.err).toContain(`error: ${sentence}\n`);
});

test("an account without policies, without a key, and a service that is down are told", async () => {
  const { command, baseUrl } = await makeAccount({ edges: { edge_1: null } });
  const none = await command(["pull", "--all", "--base-url", baseUrl]);
  expect(none.err).toContain("error: No TCP edge of the account holds a policy.\n");
  const env = { TRAFFIC_POLICY_API_KEY: "wrong" };
  const wrong = await command(["pull", "--all", "--base-url", baseUrl], { env });
  expect(wrong.err).toContain("error: The service refused the API key (401).\n");
  const down = await command(["pull", "--all", "--base-url", "http://127.0.0.1:9"]);
  expect(down.err).toContain("error: Could not connect to http://127.0.0.1:9");
  expect([none, wrong, down].map(({ status, out }) => ({ status, out }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 2, out: "" })),
  );
});

const documents: readonly JsonObject[] = [
  ...writtenPolicies("fixtures", "published").map(({ document }) => document),
  ...sampled(arbitraryPolicy, 5, 20),
];

/** What the service holds for each document; every fifth is disabled. */
const modules = documents.map((document, index) => ({
  enabled: index % 5 !== 0,
  value: JSON.stringify(document),
}));

const allIdentical = { status: 0, out: `${documents.length} targets are identical.\n`, err: "" };

test("whatever policies an account holds for TCP, what was pulled is identical, and can be linted", async () => {
  const service = await Service.start();
  const edges = modules.map((module, index) => ({ id: `edge_${index}`, traffic_policy: module }));
  service.addEdges(...edges);
  const cwd = project({});
  const env = { TRAFFIC_POLICY_API_KEY: apiKey, TRAFFIC_POLICY_BASE_URL: service.baseUrl };
  expect(await run(["pull", "--all"], { cwd, env })).toMatchObject({ status: 0, err: "" });
  expect(await run(["diff"], { cwd, env })).toEqual(allIdentical);
  const linted = await run(["lint", "--format", "json"], { cwd });
  expect(JSON.parse(linted.out)).toMatchObject({ files: documents.length, failures: [] });
});

test("whatever policies routes hold, what was pulled into any kind of file is identical", async () => {
  const service = await Service.start();
  const endings = ["ts", "mjs", "json", "js", "mts"];
  const targets = modules.map((module, index) => {
    service.addRoute("edge_1", `route_${index}`, module);
    const file = `policies/${index}.policy.${endings[index % endings.length]}`;
    const { enabled } = module;
    return [`route-${index}`, route(`edge_1/route_${index}`, file, { enabled })];
  });
  const configuration = {
    service: { baseUrl: service.baseUrl },
    targets: Object.fromEntries(targets) as object,
  };
  const cwd = project({ "traffic-policy.config.json": JSON.stringify(configuration) });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  expect(await run(["pull"], { cwd, env })).toMatchObject({ status: 0, err: "" });
  expect(await run(["diff"], { cwd, env })).toEqual(allIdentical);
});
