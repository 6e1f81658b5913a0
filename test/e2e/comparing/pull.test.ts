import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Service } from "../../api/server.ts";
import { apiKey, project, run } from "../command.ts";
import { denying, edge, makeAccount, route, type Account } from "./account.ts";

const closed = denying("Closed");
const tea = denying("Tea", "req.method == 'GET'");

const typescript = `import { deny, policy, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "tcp" }).inbound(rule("Closed").do(deny()));
`;

const json = `{
  "inbound": [
    {
      "name": "Closed",
      "actions": [
        {
          "type": "deny"
        }
      ]
    }
  ]
}
`;

const yaml = `inbound:
  - name: Closed
    actions:
      - type: deny
`;

function read({ cwd }: Account, file: string): string {
  return readFileSync(join(cwd, file), "utf8");
}

describe("each kind of file", () => {
  test.each([
    ["ssh.policy.ts", typescript],
    ["ssh.policy.mts", typescript],
    ["ssh.policy.js", typescript],
    ["ssh.policy.mjs", typescript],
    ["ssh.policy.json", json],
    ["ssh.policy.yaml", yaml],
    ["ssh.policy.yml", yaml],
  ])("%s is written, and is identical then", async (file, text) => {
    const account = await makeAccount({
      edges: { edge_1: closed },
      targets: { ssh: edge("edge_1", `policies/${file}`) },
    });
    const { command, requests } = account;
    expect(await command(["pull", "ssh"])).toEqual({
      status: 0,
      out: `ssh  written    policies/${file}\n`,
      err: "",
    });
    expect(read(account, `policies/${file}`)).toBe(text);
    expect(await command(["diff"])).toMatchObject({
      status: 0,
      out: "ssh  identical   tcp-edge edge_1\n",
    });
    expect((await command(["lint"])).status).toBe(0);
    expect(await command(["pull"])).toMatchObject({
      status: 0,
      out: `ssh  unchanged  policies/${file}\n`,
    });
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  test("a number that TypeScript does not have, and what YAML cannot say exactly, is refused", async () => {
    const service = await Service.start();
    const value =
      '{"inbound":[{"actions":[{"type":"log","config":{"<<":{"a":1},"n":12345678901234567890}}]}]}';
    service.addEdges({ id: "edge_1", traffic_policy: { enabled: true, value } });
    const cwd = project({
      "traffic-policy.config.json": JSON.stringify({
        service: { baseUrl: service.baseUrl },
        targets: {
          ts: edge("edge_1", "a.ts"),
          yaml: edge("edge_1", "a.yaml"),
          json: edge("edge_1", "a.json"),
        },
      }),
    });
    const env = { TRAFFIC_POLICY_API_KEY: apiKey };
    const { status, out, err } = await run(["pull"], { cwd, env });
    expect(out).toBe("json  written    a.json\n");
    expect(err).toBe(
      [
        "error: ts: a.ts: TypeScript cannot represent this policy: /inbound/0/actions/0/config/n is 12345678901234567890, which is not a JavaScript number.",
        "  help: Keep it as a .json file.",
        "error: yaml: a.yaml: YAML cannot represent this policy exactly.",
        "  help: Keep it as a .json file.",
        "",
      ].join("\n"),
    );
    expect(status).toBe(2);
    expect(existsSync(join(cwd, "a.ts"))).toBe(false);
    expect((await run(["diff", "--target", "json"], { cwd, env })).status).toBe(0);
  });
});

describe("a file that is there", () => {
  const account = {
    edges: { edge_1: closed },
    targets: { ssh: edge("edge_1", "ssh.json") },
  };

  test.each([
    [
      "another policy",
      JSON.stringify(tea),
      "ssh.json holds another policy, so it was not changed. Its behaviour is not the same for 1 group of connections.",
    ],
    [
      "the policy written in another way",
      JSON.stringify(closed).replace('"actions"', '"expressions":[],"actions"'),
      "ssh.json holds the policy in another form, so it was not changed.",
    ],
    [
      "what is no policy",
      "{",
      "ssh.json already exists and is not a policy: ssh.json:1:2: An object is not closed.",
    ],
  ])("with %s is left as it is, and written over with --force", async (_what, text, sentence) => {
    const made = await makeAccount({ ...account, files: { "ssh.json": text } });
    const refused = await made.command(["pull"]);
    expect(refused).toMatchObject({ status: 2, out: "" });
    expect(refused.err).toContain(`error: ssh: ${sentence}\n`);
    expect(refused.err).toContain("--force to overwrite it.\n");
    expect(read(made, "ssh.json")).toBe(text);
    expect((await made.command(["pull", "--force"])).status).toBe(0);
    expect(read(made, "ssh.json")).toBe(json);
  });

  test("with the same policy is not touched, not even its comments or layout", async () => {
    const text = "# mine\ninbound: [{name: Closed, actions: [{type: deny}]}]\n";
    const made = await makeAccount({
      ...account,
      files: { "ssh.yaml": text },
      targets: { ssh: edge("edge_1", "ssh.yaml") },
    });
    const before = statSync(join(made.cwd, "ssh.yaml"));
    expect((await made.command(["pull", "--force"])).out).toBe("ssh  unchanged  ssh.yaml\n");
    expect(read(made, "ssh.yaml")).toBe(text);
    expect(statSync(join(made.cwd, "ssh.yaml")).ino).toBe(before.ino);
  });

  test("keeps its mode, and is left alone when it is read-only", async () => {
    const made = await makeAccount({ ...account, files: { "ssh.json": JSON.stringify(tea) } });
    const file = join(made.cwd, "ssh.json");
    chmodSync(file, 0o400);
    const refused = await made.command(["pull", "--force"]);
    expect(refused.err).toContain(
      "error: ssh: ssh.json: The file is read-only, so it was not changed.\n",
    );
    expect(refused.status).toBe(2);
    chmodSync(file, 0o640);
    expect((await made.command(["pull", "--force"])).status).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(read(made, "ssh.json")).toBe(json);
  });

  test("as a folder, or below a file, is told in one sentence", async () => {
    const made = await makeAccount({
      ...account,
      files: { file: "" },
      targets: { folder: edge("edge_1", "folder.json"), below: edge("edge_1", "file/a.json") },
    });
    mkdirSync(join(made.cwd, "folder.json"));
    const { status, err } = await made.command(["pull", "--force"]);
    expect(err).toContain("error: folder: folder.json: It is a folder.\n");
    expect(err).toContain("error: below: file: The folder cannot be created (EEXIST).\n");
    expect(status).toBe(2);
  });
});

test("a dry run writes nothing, and prints a patch that git applies", async () => {
  const account = await makeAccount({
    edges: { edge_1: closed, edge_2: closed },
    files: { "old.json": JSON.stringify(tea, undefined, 2) },
    targets: { old: edge("edge_1", "old.json"), new: edge("edge_2", "policies/new.policy.ts") },
  });
  const { command, cwd } = account;
  const { status, out, err } = await command(["pull", "--dry-run", "--force"]);
  expect(err).toBe(`old  to write   old.json
  behaviour: not the same for 1 group of connections
new  to write   policies/new.policy.ts
`);
  expect(status).toBe(1);
  expect(existsSync(join(cwd, "policies"))).toBe(false);
  execFileSync("git", ["apply"], { cwd, input: out });
  expect(read(account, "old.json")).toBe(json);
  expect(read(account, "policies/new.policy.ts")).toBe(typescript);
  expect(await command(["pull", "--dry-run"])).toMatchObject({ status: 0, out: "" });
});

test("a target without a policy, and one that is disabled, are told and exit with 1", async () => {
  const { command, cwd } = await makeAccount({
    edges: { edge_1: { value: JSON.stringify(closed), enabled: false }, edge_2: null },
    targets: { ssh: edge("edge_1", "ssh.json"), none: edge("edge_2", "none.json") },
  });
  expect(await command(["pull"])).toEqual({
    status: 1,
    err: "",
    out: `ssh   written    ssh.json
  note: The stored policy is disabled, but the configuration enables it: write "enabled: false" there.
none  absent     the service holds no policy
`,
  });
  expect(existsSync(join(cwd, "none.json"))).toBe(false);
  const { out } = await command(["pull", "--format", "json"]);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    targets: [
      {
        target: "ssh",
        kind: "tcp-edge",
        edge: "edge_1",
        file: "ssh.json",
        outcome: "unchanged",
        note: expect.stringContaining("disabled"),
      },
      { target: "none", kind: "tcp-edge", edge: "edge_2", file: "none.json", outcome: "absent" },
    ],
  });
});

describe("targets that share a file", () => {
  const targets = { one: edge("edge_1", "same.json"), two: route("e/r", "same.json") };

  test("get it when they hold the same", async () => {
    const { command } = await makeAccount({
      edges: { edge_1: closed },
      routes: { "e/r": closed },
      targets,
    });
    expect(await command(["pull"])).toMatchObject({
      status: 0,
      out: "one  written    same.json\ntwo  written    same.json\n",
    });
    expect((await command(["diff"])).status).toBe(0);
  });

  test("get nothing when they hold different ones", async () => {
    const { command, cwd } = await makeAccount({
      edges: { edge_1: closed },
      routes: { "e/r": tea },
      targets,
    });
    const { status, err } = await command(["pull", "--force"]);
    expect(status).toBe(2);
    expect(err).toBe(
      `error: one, two: same.json is the policy of "one" and "two", but the service stores different ones for them.
  help: Give each target its own file in the configuration, or pull one of them.
`,
    );
    expect(existsSync(join(cwd, "same.json"))).toBe(false);
    expect((await command(["pull", "two"])).status).toBe(0);
  });
});

test("names, globs, --target and --tag choose targets; a wrong one is an error", async () => {
  const { command } = await makeAccount({
    edges: { edge_1: closed, edge_2: closed, edge_3: closed },
    targets: {
      "ssh-1": edge("edge_1", "1.json"),
      "ssh-2": edge("edge_2", "2.json", { tags: ["b"] }),
      web: edge("edge_3", "3.json"),
    },
  });
  expect((await command(["pull", "ssh-*", "--tag", "b"])).out).toBe("ssh-2  written    2.json\n");
  expect((await command(["pull", "web", "--target", "ssh-1"])).out).toBe(
    "ssh-1  written    1.json\nweb    written    3.json\n",
  );
  const { status, err } = await command(["pull", "webb"]);
  expect({ status, err }).toEqual({
    status: 2,
    err: 'error: The configuration has no target "webb".\n  help: Did you mean "web"?\n',
  });
});

test("without a service, a key or permission nothing is written", async () => {
  const service = await Service.start();
  service.addEdges({ id: "edge_1" });
  service.faultOf = () => ({ kind: "status", status: 403 });
  const targets = { ssh: edge("edge_1", "ssh.json") };
  const cwd = project({});
  const file = join(cwd, "traffic-policy.config.json");
  writeFileSync(file, JSON.stringify({ service: { baseUrl: service.baseUrl }, targets }));
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  const refused = await run(["pull"], { cwd, env });
  expect(refused).toMatchObject({ status: 2, out: "" });
  expect(refused.err).toMatch(
    /^error: ssh: The service does not allow this with the API key \(403\)/,
  );
  const down = await run(["pull", "--base-url", "http://127.0.0.1:9"], { cwd, env });
  expect(down).toMatchObject({ status: 2, out: "" });
  expect(down.err).toContain("error: ssh: Could not connect to ");
  const keyless = await run(["pull"], { cwd });
  expect(keyless).toMatchObject({ status: 2, out: "" });
  expect(keyless.err).toContain("error: There is no API key.\n");
  expect(existsSync(join(cwd, "ssh.json"))).toBe(false);
});
