import { describe, expect, test } from "vitest";
import { Service } from "../../api/server.ts";
import { apiKey, project, run } from "../command.ts";
import { denying, edge, makeAccount, route } from "./account.ts";

const long =
  "req.url.path.startsWith('/api') && !(conn.client_ip in ['192.0.2.1', '192.0.2.7', '198.51.100.4']) && req.method == 'POST' && hasReqHeader('X-Token')";

const page = `<html>
<head>
  <title>Closed</title>
</head>
<body>
  <p>We are "closed" today.</p>
  <p>Come back tomorrow.</p>
  <p>Or the day after.</p>
  <p>Or call us.</p>
  <p>Bye.</p>
</body>
</html>
`;

function answering(content: string, headers: object): object {
  return { type: "custom-response", config: { status_code: 503, content, headers } };
}

const local = {
  inbound: [
    {
      name: "API",
      expressions: [long],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    },
    { name: "Closed", actions: [answering(page, { "content-type": "text/html", "x-a": "1" })] },
    { name: "New", expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] },
    { name: "Tea", expressions: ["req.method == 'GET'"], actions: [{ type: "deny" }] },
    { expressions: ["req.method == 'TRACE'"], actions: [{ type: "deny" }] },
  ],
  outbound: [{ name: "Headers", actions: [{ type: "add-headers", config: { headers: {} } }] }],
};

const stored = {
  inbound: [
    { name: "Tea", expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] },
    {
      name: "API",
      expressions: [long.replace("100.4", "100.40").replace("X-Token", "X-Tokens")],
      actions: [{ type: "deny", config: { status_code: 451 } }],
    },
    {
      name: "Closed",
      actions: [
        answering(page.replace("today", "on Sunday").replace("Bye", "Bye\u202e\u001b[31m"), {
          "content-type": "text/html",
          "x b\u001b[2J": "1",
        }),
      ],
    },
    { name: "Old\u001b[31m", expressions: ["req.method == 'OLD'"], actions: [{ type: "log" }] },
  ],
  outbound: [{ name: "Headers", actions: [{ type: "add-headers", config: { headers: {} } }] }],
};

const targets = {
  web: route("e/web", "web.json"),
  off: edge("edge_1", "ssh.json", { enabled: false }),
  same: edge("edge_2", "ssh.json"),
  writing: edge("edge_3", "ssh.json"),
  none: route("e/none", "ssh.json"),
  gone: edge("edge_gone", "ssh.json"),
  file: edge("edge_4", "missing.json"),
};

const account = {
  edges: {
    edge_1: denying("Closed"),
    edge_2: denying("Closed"),
    edge_3: { inbound: [{ name: "Closed", expressions: [], actions: [{ type: "deny" }] }] },
    edge_4: denying("Closed"),
  },
  routes: { "e/web": stored },
  files: { "web.json": JSON.stringify(local), "ssh.json": JSON.stringify(denying("Closed")) },
  targets,
};

describe.each([
  ["plain", {}],
  ["color", { FORCE_COLOR: "1" }],
])("output, %s", (name, env) => {
  test("shows every kind of difference, and errors apart", async () => {
    const { command, requests } = await makeAccount(account);
    const { status, out, err } = await command(["diff"], { env });
    await expect(out).toMatchFileSnapshot(`golden/diff-${name}.txt`);
    await expect(err).toMatchFileSnapshot(`golden/diff-errors-${name}.txt`);
    expect(status).toBe(2);
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  test("shows whole rules and long lines with --verbose", async () => {
    const { command } = await makeAccount(account);
    const { status, out } = await command(["diff", "--verbose", "--target", "{web,writing}"], {
      env,
    });
    await expect(out).toMatchFileSnapshot(`golden/diff-verbose-${name}.txt`);
    expect(status).toBe(1);
  });
});

test("shows nothing that a terminal obeys, whatever the service stores", async () => {
  const { command } = await makeAccount(account);
  for (const format of ["pretty", "markdown"]) {
    const { out, err } = await command(["diff", "--verbose", "--format", format]);
    // oxlint-disable-next-line no-control-regex
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});

test("the differences are there for programs, also those in writing", async () => {
  const { command } = await makeAccount(account);
  const { status, out } = await command(["diff", "--format", "json", "--target", "writing"]);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    targets: [
      {
        target: "writing",
        kind: "tcp-edge",
        state: "equivalent",
        changes: [{ kind: "changed", path: "/inbound/0/expressions", rule: "Closed", before: [] }],
      },
    ],
  });
  expect(status).toBe(0);
});

test("a changed field and a policy that was disabled are told with both values", async () => {
  const { command } = await makeAccount({
    routes: { "e/web": { value: JSON.stringify(denying("Tea", "a == 1")), enabled: false } },
    files: { "web.json": JSON.stringify(denying("Tea", "a == 2")) },
    targets: { web: route("e/web", "web.json") },
  });
  const { status, out } = await command(["diff", "--format", "json"]);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    targets: [
      {
        target: "web",
        kind: "https-route",
        state: "different",
        changes: [
          { kind: "enabled", path: "", before: false, after: true },
          {
            kind: "changed",
            path: "/inbound/0/expressions/0",
            rule: "Tea",
            before: "a == 1",
            after: "a == 2",
          },
        ],
      },
    ],
  });
  expect(status).toBe(1);
});

test("what was just deployed is identical, although the service writes it in its own way", async () => {
  const { command } = await makeAccount({ ...account, routes: {} });
  expect((await command(["deploy", "--yes", "--no-lint", "--target", "web"])).status).toBe(0);
  expect(await command(["diff", "--target", "web"])).toMatchObject({
    status: 0,
    out: "web  identical   https-route e/web\n",
  });
});

describe("exit status", () => {
  test.each([
    [0, ["--target", "same"]],
    [0, ["--target", "writing"]],
    [1, ["--target", "off"]],
    [1, ["--target", "none", "--target", "same"]],
    [0, ["--target", "none", "--target", "same", "--exit-zero"]],
    [2, ["--target", "gone", "--target", "none", "--exit-zero"]],
    [2, ["--target", "file"]],
    [2, ["--target", "sme"]],
    [2, ["--format", "xml"]],
    [2, ["--concurrency", "0"]],
  ])("is %i for diff %j", async (expected, args) => {
    const { command } = await makeAccount(account);
    expect((await command(["diff", ...args])).status).toBe(expected);
  });

  test("is 2 with one sentence when there is no key, a wrong one, or no service", async () => {
    const { command } = await makeAccount(account);
    const args = ["diff", "--target", "same"];
    const none = await command(args, { env: { TRAFFIC_POLICY_API_KEY: "" } });
    expect(none).toMatchObject({ status: 2, out: "" });
    expect(none.err).toContain("error: There is no API key.\n");
    const wrong = await command(args, { env: { TRAFFIC_POLICY_API_KEY: "wrong" } });
    expect(wrong).toMatchObject({ status: 2, out: "" });
    expect(wrong.err).toContain("error: same: The service refused the API key (401).\n");
    const down = await command([...args, "--base-url", "http://127.0.0.1:9"]);
    expect(down).toMatchObject({ status: 2, out: "" });
    expect(down.err).toContain("error: same: Could not connect to http://127.0.0.1:9");
  });
});

test("more than 20 identical targets are a number, and cost the requests of the list", async () => {
  const ids = Array.from({ length: 25 }, (_, index) => `edge_${index}`);
  const { command, requests } = await makeAccount({
    edges: Object.fromEntries(ids.map((id) => [id, id === "edge_7" ? null : denying("Closed")])),
    files: { "ssh.json": JSON.stringify(denying("Closed")) },
    targets: Object.fromEntries(ids.map((id) => [id, edge(id, "ssh.json")])),
  });
  const { status, out } = await command(["diff"]);
  expect(out).toBe(`edge_7  absent      tcp-edge edge_7
  + inbound rule "Closed" (not stored)
      always
      do    deny
24 targets are identical.
`);
  expect(status).toBe(1);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /edges/tcp"]);
  expect((await command(["diff", "--verbose"])).out.match(/identical {3}tcp-edge/g)).toHaveLength(
    24,
  );
});

test("a stored text that is no JSON differs, and hides no other target", async () => {
  const service = await Service.start();
  service.addEdges(
    { id: "edge_1", traffic_policy: { enabled: true, value: '{"inbound":' } },
    { id: "edge_2", traffic_policy: { enabled: true, value: '{"inbound":[],"inbound":[]}' } },
    { id: "edge_3", traffic_policy: { enabled: true, value: "{}" } },
  );
  const ids = ["edge_1", "edge_2", "edge_3"];
  const cwd = project({
    "ssh.json": "{}",
    "traffic-policy.config.json": JSON.stringify({
      service: { baseUrl: service.baseUrl },
      targets: Object.fromEntries(ids.map((id) => [id, edge(id, "ssh.json")])),
    }),
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  const { status, out, err } = await run(["diff"], { cwd, env });
  expect(out).toBe(`edge_1  different   tcp-edge edge_1
  note: The stored policy is not a JSON document: A value is missing here.
  ~ the whole policy document
      stored  "{\\"inbound\\":"
      local   {}

edge_2  different   tcp-edge edge_2
  note: The stored policy is not a JSON document: The key "inbound" is defined twice in one object.
  ~ the whole policy document
      stored  "{\\"inbound\\":[],\\"inbound\\":[]}"
      local   {}

edge_3  identical   tcp-edge edge_3
`);
  expect(err).toBe("");
  expect(status).toBe(1);
});
