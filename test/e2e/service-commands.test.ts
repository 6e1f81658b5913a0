import { createEmulator, type Emulator, type EmulatorOptions } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { apiKey, configuration, project, run, type Result } from "./command.ts";

const policy = '{"inbound": [{"name": "a & b", "actions": [{"type": "deny"}]}], "outbound": []}';
const files = { "policy.json": policy, "other.json": policy.replace("a & b", "other") };

/** Runs commands against an emulator that takes one key only. */
async function service(options: EmulatorOptions = {}): Promise<{
  emulator: Emulator;
  command: (...args: readonly string[]) => Promise<Result>;
}> {
  const emulator = await createEmulator({ apiKey, ...options });
  onTestFinished(() => emulator.close());
  const env = { TRAFFIC_POLICY_BASE_URL: emulator.baseUrl, TRAFFIC_POLICY_API_KEY: apiKey };
  const cwd = project(files);
  return { emulator, command: (...args) => run(args, { cwd, env }) };
}

/** Without a configuration the history is in the working directory. */
function keptIn(place: string): RegExp {
  return new RegExp(
    String.raw`^The previous policy is saved in \.traffic-policy/history/${place}/[^/\n]+\.json\.\n$`,
  );
}

test("an edge is created, updated, listed and deleted", async () => {
  const { emulator, command } = await service();
  const created = await command(
    ..."edges create --description ssh --metadata m --hostport a.example:22".split(" "),
    ..."--hostport b.example:22 --backend bk --ip-policy p1 --ip-policy p2".split(" "),
    ..."--policy policy.json --disabled --format json".split(" "),
  );
  expect(created).toMatchObject({ status: 0, err: "" });
  const edge = JSON.parse(created.out) as { created_at: string };
  expect(edge).toEqual({
    id: "edge_1",
    uri: `${emulator.baseUrl}/edges/tcp/edge_1`,
    created_at: expect.any(String),
    description: "ssh",
    metadata: "m",
    hostports: ["a.example:22", "b.example:22"],
    backend: { enabled: true, backend: { id: "bk", uri: expect.any(String) } },
    ip_restriction: {
      enabled: true,
      ip_policies: [
        { id: "p1", uri: expect.any(String) },
        { id: "p2", uri: expect.any(String) },
      ],
    },
    policy: null,
    traffic_policy: {
      enabled: false,
      value: String.raw`{"inbound":[{"actions":[{"type":"deny"}],"name":"a \u0026 b"}],"outbound":[]}`,
    },
  });

  const got = await command("edges", "get", "edge_1");
  expect(got).toEqual({
    status: 0,
    err: "",
    out: `edge_1
  description     ssh
  metadata        m
  hostports       a.example:22 b.example:22
  backend         enabled, bk
  ip restriction  enabled, p1, p2
  traffic policy  disabled, 1 inbound rule, 0 outbound rules
  created         ${edge.created_at}
  uri             ${emulator.baseUrl}/edges/tcp/edge_1
`,
  });

  const enabled = await command(
    "edges",
    "update",
    "edge_1",
    "--enabled",
    "--yes",
    "--format",
    "json",
  );
  expect(JSON.parse(enabled.out)).toMatchObject({
    description: "ssh",
    traffic_policy: { enabled: true, value: expect.stringContaining("inbound") },
  });

  const listed = await command("edges", "list");
  expect(listed.out).toBe(
    `id      hostports                  traffic policy                             description
edge_1  a.example:22 b.example:22  enabled, 1 inbound rule, 0 outbound rules  ssh
`,
  );

  expect(await command("edges", "delete", "edge_1", "--yes")).toEqual({
    status: 0,
    err: expect.stringMatching(keptIn("edge_1")),
    out: "The TCP edge edge_1 was deleted.\n",
  });
  expect(await command("edges", "list")).toEqual({
    status: 0,
    err: "There are no TCP edges.\n",
    out: "",
  });
  const none = await command("edges", "list", "--format", "json");
  expect(JSON.parse(none.out)).toEqual({ version: 1, edges: [] });
});

test("a policy that takes the place of another one is enabled as that was, unless it is said", async () => {
  const { command } = await service({ tcpEdges: ["edge_1"] });
  const stored = async (...args: readonly string[]): Promise<unknown> => {
    const update = ["edges", "update", "edge_1", "--policy", ...args, "--format", "json"];
    const { status, out } = await command(...update, "--yes");
    expect(status).toBe(0);
    return (JSON.parse(out) as { traffic_policy: unknown }).traffic_policy;
  };
  const [ours, other] = ["a \\u0026 b", "other"].map((name) => expect.stringContaining(name));
  expect(await stored("policy.json")).toEqual({ enabled: true, value: ours });
  expect(await stored("other.json", "--disabled")).toEqual({ enabled: false, value: other });
  expect(await stored("policy.json")).toEqual({ enabled: false, value: ours });
  expect(await stored("other.json", "--enabled")).toEqual({ enabled: true, value: other });
  expect(await stored("policy.json")).toEqual({ enabled: true, value: ours });
});

test.each([
  ["TRAFFIC_POLICY_BASE_URL", {}],
  ["TRAFFIC_POLICY_VERSION_HEADER", { versionHeader: { name: "Service-Version", value: "2" } }],
])("%s that is empty counts as not there", async (name, more) => {
  const emulator = await createEmulator({ apiKey, tcpEdges: ["edge_1"] });
  onTestFinished(() => emulator.close());
  const cwd = project({
    "traffic-policy.config.json": configuration({
      service: { baseUrl: emulator.baseUrl, ...more },
    }),
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey, [name]: "" };
  const { status, out, err } = await run(["edges", "list"], { cwd, env });
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toContain("edge_1");
});

test("a list is all pages", async () => {
  const tcpEdges = Array.from({ length: 7 }, (_item, index) => `e${index}`);
  const { command } = await service({ tcpEdges, pageSize: 3 });
  const { out } = await command("edges", "list", "--format", "json");
  const { edges } = JSON.parse(out) as { edges: readonly { id: string }[] };
  const ids = edges.map(({ id }) => id);
  expect(ids).toEqual(tcpEdges.toReversed());
});

test("endpoints are listed, filtered and shown", async () => {
  const { command } = await service({
    tunnels: ["https://demo.example", "tcp://t.example:1"],
  });
  await command("edges", "create", "--hostport", "a.example:22");
  expect((await command("endpoints", "list")).out).toBe(
    `id    type       proto  public url            served by
ep_3  edge       tcp    tcp://a.example:22    edge_1
ep_2  ephemeral  tcp    tcp://t.example:1     tn_2
ep_1  ephemeral  https  https://demo.example  tn_1
`,
  );
  const ids = async (...args: readonly string[]): Promise<string[]> => {
    const { out } = await command("endpoints", "list", "--format", "json", ...args);
    const { endpoints } = JSON.parse(out) as { endpoints: readonly { id: string }[] };
    return endpoints.map(({ id }) => id);
  };
  expect(await ids("--type", "edge")).toEqual(["ep_3"]);
  expect(await ids("--proto", "tcp")).toEqual(["ep_3", "ep_2"]);
  expect(await ids("--type", "ephemeral", "--proto", "tls")).toEqual([]);
  expect((await command("endpoints", "get", "ep_3")).out).toMatch(
    /^ep_3\n {2}type {8}edge\n {2}proto {7}tcp\n {2}public url {2}tcp:\/\/a\.example:22\n/,
  );
});

test("the policy of a route is set, shown and deleted", async () => {
  const { command } = await service();
  const route = ["edge_2", "route_1"];
  const set = await command("routes", "policy", "set", ...route, "--policy", "policy.json");
  expect(set).toMatchObject({ status: 0, err: "", out: expect.stringMatching(/^enabled\n\{\n/) });
  const disable = ["--policy", "policy.json", "--disabled", "--yes"];
  await command("routes", "policy", "set", ...route, ...disable);
  const got = await command("routes", "policy", "get", ...route, "--format", "json");
  expect(JSON.parse(got.out)).toEqual({
    enabled: false,
    value: String.raw`{"inbound":[{"actions":[{"type":"deny"}],"name":"a \u0026 b"}],"outbound":[]}`,
  });
  const gone = await command("routes", "policy", "delete", ...route, "--yes", "--format", "json");
  expect(gone).toEqual({
    status: 0,
    err: expect.stringMatching(keptIn("edge_2%2Froute_1")),
    out: "",
  });
  expect(await command("routes", "policy", "get", ...route)).toMatchObject({
    status: 2,
    out: "",
    err: expect.stringMatching(/^error: [^\n]*404[^\n]*\n {2}help: /),
  });
});

test("what the service says cannot command a terminal", async () => {
  const { command } = await service();
  await command("edges", "create", "--description", "a\u001B[31mb\nc\td");
  expect((await command("edges", "list")).out).toContain("a\\u001b[31mb\\nc d\n");
  expect((await command("edges", "get", "edge_1")).out).toContain("a\\u001b[31mb\\nc d\n");
});

test.each([
  [
    ["edges", "delete", "edge_1"],
    "Nothing was deleted: there is no terminal to ask for confirmation.",
  ],
  [
    ["routes", "policy", "delete", "e", "r"],
    "Nothing was deleted: there is no terminal to ask for confirmation.",
  ],
  [["edges", "update", "edge_1"], "There is nothing to change."],
  [
    ["edges", "update", "edge_1", "--enabled"],
    "The TCP edge edge_1 has no policy to enable or disable",
  ],
  [["edges", "create", "--disabled"], "A new edge has no policy to enable or disable."],
  [
    ["edges", "create", "--enabled", "--disabled"],
    "--enabled and --disabled cannot be used together.",
  ],
  [["edges", "create", "--policy", "none.json"], "none.json: There is no such file."],
  [["edges", "create", "--description", "é".repeat(128)], "255"],
  [["edges", "get", "edge_9"], "404"],
  [["edges", "get", ""], "empty"],
  [["endpoints", "list", "--type", "tunnel"], "Allowed choices are ephemeral, edge, cloud."],
  [
    ["routes", "policy", "set", "e", "r"],
    "`traffic-policy routes policy set` needs --policy <file>, ",
  ],
])("%j cannot do its job, and changes nothing", async (args, message) => {
  const { command } = await service({ tcpEdges: ["edge_1"] });
  const before = await command("edges", "list", "--format", "json");
  const { status, out, err } = await command(...args);
  expect({ status, out, err }).toEqual({
    status: 2,
    out: "",
    err: expect.stringContaining(message),
  });
  expect(await command("edges", "list", "--format", "json")).toEqual(before);
});

test("a request that is sent again is told", async () => {
  const { command } = await service({
    faults: { faults: [{ fault: "failure", status: 503, times: 1 }] },
  });
  const { status, out, err } = await command("edges", "list", "--format", "json");
  expect(status).toBe(0);
  expect(JSON.parse(out)).toEqual({ version: 1, edges: [] });
  expect(err).toMatch(/^[^\n]*503[^\n]* Retrying in \d+\.\d s\.\n$/);
});

test("without a base URL the configuration decides, and without one of both it is told", async () => {
  const configured = project({ ...files, "traffic-policy.config.json": configuration() });
  const { status, out } = await run(["edges", "list"], { cwd: configured });
  expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining("edge_1") });
  const { err, ...none } = await run(["edges", "list"], { cwd: project(files) });
  expect(none).toEqual({ status: 2, out: "" });
  expect(err).toContain("The URL of the service is unknown.");
});

test("state of the configuration's emulator that cannot be used is told in a sentence", async () => {
  const cwd = project({
    ...files,
    "traffic-policy.config.json": configuration(),
    ".traffic-policy/emulator.json": '{"version":1}',
  });
  const { status, out, err } = await run(["edges", "list"], { cwd });
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(
    /^error: [^\n]* cannot be used: it is from another version of the emulator\.\n {2}help: [^\n]+\n$/,
  );
});
