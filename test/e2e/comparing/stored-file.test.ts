import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, run } from "../command.ts";
import { denying, edge, makeAccount } from "./account.ts";

const policy = denying("Closed");
const text = JSON.stringify(policy);
const other = JSON.stringify(denying("Open"));

const files = {
  "ssh.json": text,
  "module.json": JSON.stringify({ enabled: true, value: text }),
  "disabled.json": JSON.stringify({ enabled: false, value: text }),
  "edge.json": JSON.stringify({ id: "edge_1", traffic_policy: { enabled: true, value: other } }),
  "empty-edge.json": JSON.stringify({ id: "edge_1", traffic_policy: null }),
  "entry.json": JSON.stringify({ version: 1, stored: { enabled: true, value: text } }),
  "empty-entry.json": JSON.stringify({ version: 1, stored: null }),
  "policy.yaml": "inbound:\n  - name: Closed\n    actions:\n      - type: deny\n",
  "policy.ts": `export default ${other};\n`,
  "nothing.json": "{}",
  "broken.json": "{",
  "broken-module.json": JSON.stringify({ enabled: true, value: "{" }),
  "wrong-module.json": JSON.stringify({ enabled: "yes", value: {} }),
  "list.json": "[]",
  "package.json": '{"name": "mine", "type": "module"}',
  "policy.txt": text,
};

/** Nothing listens there, and there is no key. */
const configuration = JSON.stringify({
  service: { baseUrl: "http://127.0.0.1:9" },
  targets: { ssh: edge("edge_1", "ssh.json"), off: edge("edge_2", "ssh.json", { enabled: false }) },
});

function compare(...args: readonly string[]): ReturnType<typeof run> {
  const cwd = project({ ...files, "traffic-policy.config.json": configuration });
  return run(["diff", ...args], { cwd });
}

test.each([
  ["module.json", "ssh", "identical", 0],
  ["module.json", "off", "different", 1],
  ["disabled.json", "ssh", "different", 1],
  ["disabled.json", "off", "identical", 0],
  ["edge.json", "ssh", "different", 1],
  ["empty-edge.json", "ssh", "absent", 1],
  ["entry.json", "ssh", "identical", 0],
  ["empty-entry.json", "ssh", "absent", 1],
  ["policy.yaml", "ssh", "identical", 0],
  ["policy.yaml", "off", "identical", 0],
  ["policy.ts", "ssh", "different", 1],
  ["nothing.json", "ssh", "different", 1],
])("%s is what is stored for %s, with no request: %s", async (file, name, state, status) => {
  const result = await compare("--stored", file, "--target", name);
  expect(result.out.split("\n")[0]).toMatch(new RegExp(`^${name} +${state} `));
  expect(result).toMatchObject({ status, err: "" });
});

test.each([
  [["missing.json"], "missing.json: There is no such file."],
  [["broken.json"], "broken.json:1:2: An object is not closed."],
  [
    ["wrong-module.json"],
    "wrong-module.json: It is not a policy module as the service returns it.",
  ],
  [["list.json"], "list.json: The file holds no policy document."],
  [["package.json"], "package.json: The file holds no policy document."],
  [["policy.txt"], "policy.txt: This kind of file cannot hold a policy."],
  [
    ["module.json", "--target", "off"],
    "--stored compares one target with a file, but 2 are selected.",
  ],
])("--stored %j ends with one sentence and status 2", async (args, sentence) => {
  const result = await compare("--target", "ssh", "--stored", ...args);
  expect(result).toMatchObject({ status: 2, out: "" });
  expect(result.err).toContain(`error: ${sentence}`);
});

test("what the commands print for an edge and a route can be kept and compared with", async () => {
  const { command, cwd } = await makeAccount({
    edges: { edge_1: policy },
    files: { "ssh.json": text },
    targets: { ssh: edge("edge_1", "ssh.json") },
  });
  const { out } = await command(["edges", "get", "edge_1", "--format", "json"]);
  const kept = project({ ...files, "kept.json": out, "traffic-policy.config.json": configuration });
  expect(cwd).not.toBe(kept);
  const result = await run(["diff", "--stored", "kept.json", "--target", "ssh"], { cwd: kept });
  expect(result).toMatchObject({ status: 0, out: "ssh  identical   tcp-edge edge_1\n" });
});

test("an entry of the history of a deploy can be compared with", async () => {
  const { command, cwd } = await makeAccount({
    edges: { edge_1: policy },
    files: { "ssh.json": other },
    targets: { ssh: edge("edge_1", "ssh.json") },
  });
  expect((await command(["deploy", "--yes"])).status).toBe(0);
  const history = join(".traffic-policy", "history", "ssh");
  const entry = join(history, readdirSync(join(cwd, history))[0] ?? "");
  const { status, out } = await command(["diff", "--stored", entry]);
  expect(out).toBe(`ssh  different   tcp-edge edge_1
  ~ inbound rule "Open", name
      stored  "Closed"
      local   "Open"
`);
  expect(status).toBe(1);
});
