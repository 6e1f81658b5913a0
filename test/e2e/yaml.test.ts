import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { apiKey, configuration, project, run } from "./command.ts";

const policy = `# Who may come in
inbound:
  - name: Crawlers
    expressions:
      - |
        'user-agent' in req.headers &&
          req.headers['user-agent'].exists(v,
            v.matches("(?i)gptbot"))
      - >-
        req.method == "GET"
        && req.url.path != "/robots.txt"
    actions: &refuse
      - type: deny
        config: { status_code: 403 }
  - name: Closed
    actions: *refuse
`;

test("a mistake inside a text block of YAML is told with its place", async () => {
  const mistaken = policy.replace('gptbot"))', 'gptbot") and 1)');
  const cwd = project({ "web.yaml": mistaken });
  const json = await run(["lint", "web.yaml", "--format", "json"], { cwd });
  const line = mistaken.split("\n")[7] ?? "";
  expect(JSON.parse(json.out)).toMatchObject({
    diagnostics: [
      {
        rule: "expression/syntax",
        path: "/inbound/0/expressions/0",
        location: {
          file: "web.yaml",
          start: { line: 8, column: line.indexOf("and") + 1 },
          end: { line: 8, column: line.indexOf("and") + 4 },
        },
      },
    ],
  });
  const { status, out } = await run(["lint", "web.yaml"], { cwd });
  expect(out).toContain('8 |             v.matches("(?i)gptbot") and 1)\n');
  expect(out).toContain("    |                                     ^^^\n");
  expect(status).toBe(1);
});

test("a YAML file that cannot be read is told with its place", async () => {
  const cwd = project({ "web.yml": "inbound:\n\t- name: a\n" });
  const { status, out } = await run(["lint", "web.yml"], { cwd });
  expect(out).toContain(
    "error: The indentation contains a tab. document/syntax\n  --> web.yml:2:1",
  );
  expect(status).toBe(1);
});

test("a file that is not UTF-8 is not read as something else", async () => {
  const cwd = project({ "web.json": Buffer.from('{"inbound": [], "caf\xe9": 1}', "latin1") });
  const { status, err } = await run(["lint", "web.json"], { cwd });
  expect(err).toContain("web.json: It is not UTF-8.");
  expect(status).toBe(2);
});

test("a policy in YAML lints clean, deploys, reads back identical, and stays as it was written", async () => {
  const emulator = await createEmulator({ apiKey, tcpEdges: [] });
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
  onTestFinished(async () => {
    await client.close();
    await emulator.close();
  });
  const targets = {
    web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.yaml" },
  };
  const cwd = project({
    "web.yaml": policy,
    "traffic-policy.config.json": configuration({
      service: { baseUrl: emulator.baseUrl },
      targets,
    }),
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  expect(await run(["lint"], { cwd })).toEqual({
    status: 0,
    out: "No findings in 1 file.\n",
    err: "",
  });

  const deployed = await run(["deploy", "--yes", "--format", "json"], { cwd, env });
  expect(JSON.parse(deployed.out)).toEqual({
    version: 1,
    targets: [{ target: "web", outcome: "applied", verified: true }],
  });
  expect(deployed).toMatchObject({ status: 0, err: "" });

  const compared = await run(["diff", "--format", "json"], { cwd, env });
  expect(JSON.parse(compared.out)).toMatchObject({
    targets: [{ state: "identical", changes: [] }],
  });
  expect(compared).toMatchObject({ status: 0, err: "" });

  const stored = await client.httpsRoutes.trafficPolicy.get("edge_2", "route_1");
  expect(JSON.parse(stored.value)).toMatchObject({
    inbound: [
      {
        expressions: [
          "'user-agent' in req.headers &&\n  req.headers['user-agent'].exists(v,\n    v.matches(\"(?i)gptbot\"))\n",
          'req.method == "GET" && req.url.path != "/robots.txt"',
        ],
        actions: [{ type: "deny", config: { status_code: 403 } }],
      },
      { actions: [{ type: "deny", config: { status_code: 403 } }] },
    ],
  });
  expect(readFileSync(join(cwd, "web.yaml"), "utf8")).toBe(policy);
});
