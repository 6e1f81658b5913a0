import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { connectionTo } from "../language-server/editor.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { userEnvironment } from "../../scripts/user-environment.js";
import { apiKey, showsKey } from "../recognisable-key.ts";
import { configuration, project, run } from "./command.ts";
import { everyCommand } from "../../scripts/every-command.ts";
import { isForDatabases } from "../database-lines.ts";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const policy = '{"inbound": [{"name": "Nobody", "actions": [{"type": "deny"}]}]}\n';

/** What the examples are about: a project in a repository, and a service that holds its targets. */
async function world(): Promise<{ folder: string; env: Record<string, string> }> {
  const folder = project({
    "traffic-policy.config.json": configuration({
      targets: {
        ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./policies/ssh.policy.ts" },
        web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
      },
    }),
    "policies/ssh.policy.ts": `export default ${policy.trimEnd()};\n`,
    "web.json": policy,
    "web.policy.json": policy,
    "before.json": policy,
    "after.json": policy.replace("Nobody", "No one"),
    "policies/ssh.assertions.yaml": "assertions: [{ name: Nobody, always: denied }]",
    "policies/ssh.cases.yaml": "cases: [{ name: Nobody, expect: { outcome: denied } }]",
    "web.cases.yaml":
      "policy: web\ncases: [{ name: Nobody, request: { url: / }, expect: { status: 403 } }]",
    "key.txt": apiKey,
    "environments.json": JSON.stringify({
      targets: { web: { kind: "https-route", edge: "edge_2", policy: "./web.json" } },
      environments: {
        staging: { service: "emulator", targets: { web: { route: "route_1" } } },
        production: { service: "emulator", targets: { web: { route: "route_2" } } },
      },
    }),
    "keys.json": '{"keys": []}',
    "secrets.yaml": "vault: { name: value }",
    "faults.json": '{"faults": []}',
  });
  chmodSync(join(folder, "key.txt"), 0o600);
  mkdirSync(join(folder, ".config/fish/completions"), { recursive: true });
  mkdirSync(join(folder, ".local/share/bash-completion/completions"), { recursive: true });
  const commands = project({});
  const command = join(workspace, "packages/cli/bin/traffic-policy.cjs");
  symlinkSync(command, join(commands, "traffic-policy"));

  const emulator = await createEmulator({
    apiKey,
    tcpEdges: ["edge_1"],
    tunnels: ["tcp://1.tcp.example.com:22"],
  });
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
  await client.pushPolicy({ kind: "tcp-edge", edge: "edge_1" }, JSON.parse(policy) as object);
  await client.httpsRoutes.trafficPolicy.replace("edge_2", "route_1", { value: policy });
  await client.close();
  onTestFinished(() => emulator.close());

  const { PATH = "" } = userEnvironment();
  return {
    folder,
    env: {
      HOME: folder,
      PATH: commands + delimiter + PATH,
      TRAFFIC_POLICY_BASE_URL: emulator.baseUrl,
      TRAFFIC_POLICY_API_KEY: apiKey,
    },
  };
}

const another =
  "sed -i s/Nobody/Everybody/ web.json policies/ssh.policy.ts && traffic-policy deploy --yes && ";
const environments =
  "cp environments.json traffic-policy.config.json && traffic-policy deploy -e staging --yes && ";
const branch =
  "git init --quiet && git add . && git -c user.name=a -c user.email=a@example.com commit --quiet --message first && git update-ref refs/remotes/origin/main HEAD && ";

const manifest =
  "cp policies/ssh.policy.ts web.policy.ts && printf 'apiVersion: ngrok.k8s.ngrok.com/v1alpha1\\nkind: NgrokTrafficPolicy\\nmetadata: { name: web }\\nspec: { policy: {} }\\n' > web.yaml && ";

const manifests = join(workspace, "docs/examples/manifests");
const endpoints = `rm traffic-policy.config.json && cp ${manifests}/running/* . && sed -i s/403/404/ by-hand.yaml && unset TRAFFIC_POLICY_BASE_URL && traffic-policy deploy --yes && `;
const plan = `cp ${manifests}/terraform/update.json plan.json && `;
const unchangedPlan = String.raw`sed "s/ *expressions: .req.host[^]]*]\\\\n//g" ${manifests}/terraform/update.json > plan.json && `;

const site = `rm traffic-policy.config.json && cp -r ${join(workspace, "docs/examples/sites/shop")} cluster && `;

/** What has to be done before lines that begin so. */
const beforehand = {
  "traffic-policy build --check": "traffic-policy build && ",
  "traffic-policy build web": manifest,
  "traffic-policy diff HEAD": branch,
  "traffic-policy diff endpoints.yaml": endpoints,
  "traffic-policy diff state": unchangedPlan,
  "traffic-policy diff main...": `${branch}git branch --force main && `,
  "traffic-policy lint --since state": plan,
  "traffic-policy lint --since": branch,
  "traffic-policy audit --since": branch,
  "traffic-policy audit --site --": `${site}cd cluster && `,
  "traffic-policy audit --site cluster --since": site + branch,
  "traffic-policy audit --site": site,
  "traffic-policy draw --site": site,
  "traffic-policy simulate --site": site,
  "traffic-policy serve . --site": `${site}cd cluster && `,
  "traffic-policy prove --since": branch,
  "traffic-policy test --since": branch,
  "git show": "git init --quiet && git add . && ",
  "traffic-policy promote": environments,
  "traffic-policy rollback": another,
  "traffic-policy history show": another,
};

function beforeOf(line: string): string {
  return Object.entries(beforehand).find(([start]) => line.startsWith(start))?.[1] ?? "";
}

const all = (await everyCommand()).flatMap(({ examples }) => examples.map(({ line }) => line));
const untilInterrupted = (line: string): boolean =>
  /^traffic-policy (?:emulator|playground|serve)\b|--watch\b/.test(line);

const isForEditors = (line: string): boolean => line.startsWith("traffic-policy lsp");

describe("the examples in the help", () => {
  test("are many, and all different", () => {
    expect(all.length).toBeGreaterThan(30);
    expect(new Set(all).size).toBeGreaterThanOrEqual(all.length - 3);
  });

  const ending = [...new Set(all)].filter(
    (line) => !untilInterrupted(line) && !isForEditors(line) && !isForDatabases(line),
  );
  test.each(ending)("%s", async (line) => {
    const { folder, env } = await world();
    const before = beforeOf(line);
    const [, words] = /^traffic-policy ((?:[\w./=:-]+|'[^']*'| )*)$/.exec(before + line) ?? [];
    const { status, output } =
      words === undefined
        ? await shell(before + line, folder, env)
        : await runLine(words, folder, env);
    expect({ status, output }).toEqual({ status: 0, output: expect.any(String) });
    expect(output).not.toMatch(/^error/m);
  });

  test.each(all.filter(untilInterrupted))("%s, until it is interrupted", async (line) => {
    const { folder, env } = await world();
    // Another program may have the port that is used when none is said.
    const free = line.includes("--port") ? line : `${line} --port 0`;
    const child = spawn("bash", ["-c", `${beforeOf(line)}exec ${free}`], {
      cwd: folder,
      env: { ...userEnvironment(), ...env },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const told = await new Promise<string>((settle) =>
      child.stdout.once("data", (data: Buffer) => settle(String(data))),
    );
    expect(told).toMatch(/listens on|http:\/\/127\.0\.0\.1/);
    child.kill("SIGINT");
    expect(await new Promise((settle) => child.once("exit", settle))).toBe(0);
  });
});

test.each(all.filter(isForEditors))("%s, until the editor ends it", async (line) => {
  const { folder, env } = await world();
  const child = spawn("bash", ["-c", `exec ${line}`], {
    cwd: folder,
    env: { ...userEnvironment(), ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const connection = connectionTo(child);
  connection.listen();
  const started = await connection.sendRequest<{ serverInfo: { name: string } }>("initialize", {
    capabilities: {},
  });
  expect(started.serverInfo.name).toBe("traffic-policy");
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  expect(await new Promise((settle) => child.once("exit", settle))).toBe(0);
});

/** The same as a shell does with a line that asks nothing of it. */
async function runLine(
  words: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  const args = Array.from(words.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const { status, out, err } = await run(args, { cwd, env });
  return { status, output: out + err };
}

function shell(
  line: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; output: string }> {
  return new Promise((settle, refuse) => {
    const options = { cwd, env: { ...userEnvironment(), ...env } };
    const child = execFile("bash", ["-o", "pipefail", "-c", line], options, (_error, out, err) => {
      const output = out + err;
      if (showsKey(output)) refuse(new Error(`${line} prints the API key.`));
      else settle({ status: child.exitCode, output });
    });
    child.stdin?.end();
  });
}
