import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const yaml = `# The site.
inbound:
  # Nobody but the office.
  - name: Office only
    expressions:
      - "!inCidrRange(conn.ClientIP, '192.0.2.0/24')" # from the list
    actions:
      - type: custom-response
        config: { status_code: 403, content: "no" }
outbound: [] # nothing yet
`;

const inPhases = `# The site.
on_http_request:
  # Nobody but the office.
  - name: Office only
    expressions:
      - "!inCidrRange(conn.client_ip, '192.0.2.0/24')" # from the list
    actions:
      - type: custom-response
        config: { status_code: 403, body: "no" }
on_http_response: [] # nothing yet
`;

const deny = { inbound: [{ actions: [{ type: "deny" }] }] };

test("a policy is printed in phases, with its comments, and what became of it is said beside it", async () => {
  const project = projectOf({ "web.yaml": yaml });
  const { status, out, err } = await project.run("migrate", "web.yaml");
  expect(out).toBe(inPhases);
  expect(err).toContain("web.yaml:6:9: changed: conn.ClientIP is now called conn.client_ip.\n");
  expect(err).toContain("behaviour: the same for every request (proved)\n");
  expect(status).toBe(0);
  expect(readFileSync(join(project.folder, "web.yaml"), "utf8")).toBe(yaml);
});

test("--out - prints it, as without --out", async () => {
  const project = projectOf({ "web.yaml": yaml });
  const { status, out } = await project.run("migrate", "web.yaml", "--out", "-");
  expect({ status, out }).toEqual({ status: 0, out: inPhases });
});

test("--write changes the file, and a second run finds nothing to do", async () => {
  const project = projectOf({ "web.yaml": yaml });
  const { status, out, err } = await project.run("migrate", "web.yaml", "--write");
  expect({ status, out }).toEqual({ status: 0, out: "" });
  expect(err).toContain("web.yaml was written.\n");
  expect(readFileSync(join(project.folder, "web.yaml"), "utf8")).toBe(inPhases);
  expect(await project.run("migrate", "web.yaml", "--write")).toEqual({
    status: 0,
    out: "",
    err: "web.yaml is in phases already.\n",
  });
});

test("all targets of a configuration are migrated to a folder, each for its protocol", async () => {
  const project = projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      targets: {
        ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
        web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
      },
    },
    "ssh.json": deny,
    "web.json": deny,
    "phases/.keep": "",
  });
  const { status, err } = await project.run("migrate", "--out", "phases");
  expect({ status, err: err.includes("was written") }).toEqual({ status: 0, err: true });
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(project.folder, "phases", name), "utf8"));
  expect(read("ssh.json")).toEqual({ on_tcp_connect: deny.inbound });
  expect(read("web.json")).toEqual({ on_http_request: deny.inbound });
  const again = await project.run("migrate", "--out", "phases");
  expect(again.status).toBe(2);
  expect(again.err).toContain("phases/ssh.json: The file already exists.");
});

test("what has no counterpart is refused, and nothing is written", async () => {
  const outbound = [{ actions: [{ type: "log", config: { metadata: {} } }] }];
  const project = projectOf({ "ssh.json": { ...deny, outbound } });
  const args = ["migrate", "ssh.json", "--protocol", "tcp", "--out", "new.json"];
  const { status, out, err } = await project.run(...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain("ssh.json:1:");
  expect(err).toContain("refused: A rule of outbound for tcp has no counterpart");
  expect(() => readFileSync(join(project.folder, "new.json"))).toThrow("ENOENT");
});

test("what is left to look at, and differences, have status 1", async () => {
  const project = projectOf({ "web.json": { outbound: [{ actions: [{ type: "deny" }] }] } });
  const { status, err } = await project.run("migrate", "web.json", "--protocol", "http");
  expect(status).toBe(1);
  expect(err).toContain(`left: "deny" does not exist in on_http_response.`);
});

test("a rule that forwards is added, and left out where both are compared", async () => {
  const get = { inbound: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] }] };
  const project = projectOf({ "web.json": get });
  const args = ["migrate", "web.json", "--forward-to", "https://site.internal"];
  const { status, out, err } = await project.run(...args);
  expect(status).toBe(0);
  const config = { url: "https://site.internal" };
  expect(JSON.parse(out)).toEqual({
    on_http_request: [
      ...get.inbound,
      { name: "Forward to https://site.internal", actions: [{ type: "forward-internal", config }] },
    ],
  });
  expect(err).toContain("behaviour: the same for every request (proved)\n");
});

test("the policy of a TCP edge is proved to do the same", async () => {
  const inbound = [
    { expressions: ["conn.ClientIP == '192.0.2.1'"], actions: [{ type: "deny" }] },
    { actions: [{ type: "log", config: { metadata: { a: "b" } } }] },
  ];
  const project = projectOf({ "ssh.json": { inbound } });
  const { status, err } = await project.run("migrate", "ssh.json", "--protocol", "tcp");
  expect(err).toContain("behaviour: the same for every connection (proved)\n");
  expect(status).toBe(0);
});

test("JSON has the notes with their places, the document and the verdict", async () => {
  const project = projectOf({ "web.yaml": yaml });
  const { status, out } = await project.run("migrate", "web.yaml", "--format", "json");
  expect(status).toBe(0);
  const { policies } = JSON.parse(out) as { policies: readonly unknown[] };
  expect(policies).toMatchObject([
    {
      policy: "web.yaml",
      state: "migrated",
      document: { on_http_response: [] },
      notes: [
        {
          kind: "changed",
          path: "/inbound/0/expressions/0",
          location: { file: "web.yaml", start: { line: 6, column: 9 } },
        },
        { kind: "changed", path: "/inbound/0/actions/0/config/content" },
      ],
      behaviour: { verdict: "same" },
    },
  ]);
});

test.each([
  ["deny.json", [], "deny.json: Nothing tells what the policy is for."],
  ["list.json", [], "no policy document"],
  [
    "deny.json",
    ["--protocol", "http", "--forward-to", "nowhere"],
    `--forward-to: "nowhere" is not a URL.`,
  ],
  ["deny.json", ["--write", "--out", "a.json"], "--write and --out exclude each other."],
])("%s with %j is refused in a sentence", async (file, args, sentence) => {
  const project = projectOf({ "deny.json": deny, "list.json": "[]" });
  const { status, out, err } = await project.run("migrate", file, ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(sentence);
});
