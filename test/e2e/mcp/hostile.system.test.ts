import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userEnvironment } from "../../../scripts/user-environment.js";
import { apiKey, configuration, endless, project } from "../command.ts";
import { command, connect, textOf } from "./client.ts";

const text = "on_http_request:\n  - name: No\n    actions: [{ type: deny }]\n";

test("nothing is written and nothing is sent, whatever is called", async () => {
  const cwd = project({ "web.yaml": text });
  const before = readdirSync(cwd);
  const env = { TRAFFIC_POLICY_BASE_URL: "http://127.0.0.1:9", TRAFFIC_POLICY_API_KEY: apiKey };
  const { call, err } = await connect({ cwd, env });
  const answers = await Promise.all([
    call("lint", { paths: ["web.yaml"], fix: true }),
    call("lint", { paths: ["web.yaml"], updateBaseline: true }),
    call("lint", { paths: ["web.yaml"], fixDryRun: true }),
    call("convert", { paths: ["web.yaml"], out: "made.ts" }),
    call("diff", { paths: ["web.yaml", "web.yaml"], baseUrl: "http://127.0.0.1:9" }),
    call("diff", { paths: ["web.yaml"] }),
  ]);
  expect(answers.map(({ isError }) => isError)).toEqual([true, true, false, true, true, true]);
  await expect(call("deploy", {})).rejects.toThrow('There is no tool "deploy"');
  expect(readdirSync(cwd)).toEqual(before);
  expect(readFileSync(join(cwd, "web.yaml"), "utf8")).toBe(text);
  expect(JSON.stringify(answers) + err()).not.toContain(apiKey);
});

test("the API key is never printed, wherever it stands", async () => {
  const cwd = project({ "web.yaml": text.replace("No", apiKey), [`${apiKey}.json`]: "{" });
  const { call, err } = await connect({ cwd, env: { TRAFFIC_POLICY_API_KEY: apiKey } });
  const answers = [
    await call("lint", { paths: ["web.yaml", `${apiKey}.json`] }),
    await call("simulate", { paths: ["web.yaml"], request: `GET https://a.example/${apiKey}` }),
    await call("explain", { name: apiKey }),
    await call("lint", { [apiKey]: true }),
  ];
  expect(JSON.stringify(answers) + err()).not.toContain(apiKey);
  expect(JSON.stringify(answers)).toContain("[API key]");
});

describe("a module that never ends", () => {
  const files = { "web.policy.ts": `${endless}\nexport default {};` };
  const given = { paths: ["web.policy.ts"] };

  test("is refused", async () => {
    const { call } = await connect({ cwd: project(files) });
    const answer = await call("lint", given);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("without --allow-code");
  });

  test("is stopped with --allow-code, and the server goes on", async () => {
    const { call } = await connect({ cwd: project(files), flags: ["--allow-code"] });
    const [answer, other] = await Promise.all([call("lint", given), call("lint", { text })]);
    expect(textOf(answer)).toContain("did not finish within 5 seconds");
    expect(other.isError).toBe(false);
  });

  test("ends when the call is cancelled", async () => {
    const cwd = project(files);
    const marked = `import { writeFileSync } from "node:fs";\nwriteFileSync("started", "");\n`;
    writeFileSync(join(cwd, "web.policy.ts"), marked + endless);
    const { client, call } = await connect({ cwd, flags: ["--allow-code"] });
    const cancelled = new AbortController();
    const answer = client.callTool({ name: "lint", arguments: given }, undefined, {
      signal: cancelled.signal,
    });
    await expect.poll(() => readdirSync(cwd), { timeout: 20_000 }).toContain("started");
    cancelled.abort("enough");
    await expect(answer).rejects.toThrow("enough");
    expect((await call("lint", { text })).isError).toBe(false);
  });

  test("cannot end the server", async () => {
    const code = `import { execSync } from "node:child_process";\nexecSync("kill -9 $PPID");`;
    const cwd = project({ "web.policy.ts": code });
    const { call } = await connect({ cwd, flags: ["--allow-code"] });
    expect(textOf(await call("lint", given))).toBe("The call ended without an answer.");
    expect((await call("lint", { text })).isError).toBe(false);
  });
});

test("a server that may deploy plans and deploys to the service of the configuration, once", async () => {
  const target = { kind: "cloud-endpoint", endpoint: "ep_1", policy: "./web.json" };
  const cwd = project({
    "traffic-policy.config.json": configuration({ targets: { web: target } }),
    "web.json": JSON.stringify({ on_http_request: [{ name: "No", actions: [{ type: "deny" }] }] }),
  });
  const { call } = await connect({ cwd, flags: ["--allow-deploy"] });
  const planned = await call("plan", {});
  expect(planned.structuredContent).toMatchObject({
    targets: [{ target: "web", action: "create" }],
  });
  const deployed = await call("deploy", {});
  expect(deployed.structuredContent).toMatchObject({
    targets: [{ target: "web", outcome: "applied", verified: true }],
  });
});

describe("messages of another kind", () => {
  test.each([
    ["no JSON", "{", 0],
    ["no message", '{"jsonrpc":"2.0"}', 0],
    ["no method", '{"jsonrpc":"2.0","id":7,"method":"nonsense"}', 0],
    [
      "a list in the place of arguments",
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lint","arguments":[]}}',
      0,
    ],
    ["control characters", "\u001B]0;x\u0007", 0],
    [
      "a message of 50 MB",
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lint","arguments":{"text":"${"a".repeat(50_000_000)}"}}}`,
      2,
    ],
  ])("%s", async (_what, line, status) => {
    const ended = await spoken(`${line}\n{"jsonrpc":"2.0","id":8,"method":"ping"}\n`);
    expect(ended.status).toBe(status);
    // oxlint-disable-next-line no-control-regex -- what must not come out.
    expect(ended.out + ended.err).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
    expect(ended.err.length).toBeLessThan(1000);
    expect(ended.out.includes('"id":8')).toBe(status === 0);
  });
});

/** What the server answers to some lines, until it ends. */
function spoken(
  lines: string,
): Promise<{ readonly status: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [command, "mcp"], {
    cwd: project({}),
    env: userEnvironment(),
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  // It may end before it has read all.
  child.stdin.on("error", () => {});
  child.stdin.end(lines);
  return new Promise((settle) => child.once("close", (status) => settle({ status, out, err })));
}
