import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { showsKey } from "../../recognisable-key.ts";
import { apiKey, endless, project } from "../command.ts";
import { ended, served, type Served } from "./served.ts";

// What is left of a server when it has ended, or of a command that was cancelled.

const policy = "inbound:\n  - name: a\n    actions: [{ type: deny }]\n";

/** A server that puts its temporary files into a folder of their own, with a page that it shows. */
async function withPage(
  folder: string,
): Promise<{ readonly server: Served; readonly page: string }> {
  const server = await served({ "web.policy.yaml": policy }, ["--trust"], {
    env: { TMPDIR: folder },
  });
  const uri = server.uriOf("web.policy.yaml");
  await server.editor.open(uri, policy);
  const shown = await server.editor.connection.sendRequest<string>("workspace/executeCommand", {
    command: "trafficPolicy.explain",
    arguments: ["expression/constant", uri],
  });
  return { server, page: fileURLToPath(shown) };
}

function temporaryFolder(): string {
  const folder = `${project({})}/tmp`;
  mkdirSync(folder);
  return folder;
}

describe("the pages of a server", () => {
  test("can be read by the user alone", async () => {
    const { server, page } = await withPage(temporaryFolder());
    expect(readFileSync(page, "utf8")).toContain("# expression/constant");
    const modes = [page, dirname(page), dirname(dirname(page))].map(
      (file) => statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o700, 0o700]);
    await ended(server);
  });

  test.each<[what: string, end: (server: Served) => unknown]>([
    ["the editor ends it", ended],
    [
      "the editor exits without a word before",
      ({ editor }) => editor.connection.sendNotification("exit"),
    ],
    ["the editor disconnects", ({ child }) => child.stdin?.end()],
    ["it is told to end", ({ child }) => child.kill("SIGTERM")],
    ["its terminal is closed", ({ child }) => child.kill("SIGHUP")],
    ["somebody interrupts it", ({ child }) => child.kill("SIGINT")],
  ])("are removed when %s", async (_what, end) => {
    const folder = temporaryFolder();
    const { server } = await withPage(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    await end(server);
    await server.closed;
    expect(readdirSync(folder)).toEqual([]);
  });

  test("are removed by the next one when it is killed, and those of another that runs are not", async () => {
    const folder = temporaryFolder();
    const { server: killed } = await withPage(folder);
    const { server: other, page } = await withPage(folder);
    expect(readdirSync(folder)).toHaveLength(2);
    killed.child.kill("SIGKILL");
    await killed.closed;
    const { server: next } = await withPage(folder);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readFileSync(page, "utf8")).not.toBe("");
    await ended(next);
    await ended(other);
    expect(readdirSync(folder)).toEqual([]);
  });
});

const stuck = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
if (process.env.STUCK) ${endless}
export default policy({ protocol: "http" }).inbound(rule("a").do(deny()));
`;

/** The processes that a process has started. */
async function processesOf({ child }: Served): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)("pgrep", ["-P", String(child.pid)]);
    return stdout.trim().split("\n");
  } catch {
    return [];
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((settle) => setTimeout(settle, 20));
}

test("a command that is cancelled is answered at once, and its process is gone", async () => {
  const server = await served({ "web.policy.ts": stuck }, ["--trust"], { env: { STUCK: "yes" } });
  const source = new CancellationTokenSource();
  const asked = server.editor.connection
    .sendRequest(
      "workspace/executeCommand",
      { command: "trafficPolicy.prove", arguments: [server.uriOf("web.policy.ts"), ""] },
      source.token,
    )
    .catch((error: unknown) => error);
  await until(async () => (await processesOf(server)).length > 0);
  const start = performance.now();
  source.cancel();
  expect(await asked).toMatchObject({ code: -32_800 });
  // Code that never ends is stopped after five seconds.
  expect(performance.now() - start).toBeLessThan(1000);
  await until(async () => (await processesOf(server)).length === 0);
  expect(performance.now() - start).toBeLessThan(3000);
  expect(server.editor.messages).toEqual([]);
  expect(await ended(server)).toBe(0);
});

test.each<[what: string, end: (server: Served) => unknown]>([
  ["the editor ends it", ended],
  ["the editor disconnects", ({ child }) => child.stdin?.end()],
  ["it is told to end", ({ child }) => child.kill("SIGTERM")],
])("a command that runs ends with the server, when %s", async (_what, end) => {
  const server = await served({ "web.policy.ts": stuck }, ["--trust"], { env: { STUCK: "yes" } });
  const asked = server.editor.connection.sendRequest("workspace/executeCommand", {
    command: "trafficPolicy.prove",
    arguments: [server.uriOf("web.policy.ts"), ""],
  });
  asked.catch(() => {});
  await until(async () => (await processesOf(server)).length > 0);
  const start = performance.now();
  await end(server);
  // The last process has closed what it prints to.
  await server.closed;
  expect(performance.now() - start).toBeLessThan(3000);
});

test("an API key shows nowhere, also when the service repeats it", async () => {
  const service = createServer((request, response) => {
    response.writeHead(401, { "content-type": "application/json", "x-key": apiKey });
    response.end(
      JSON.stringify({ msg: `Bad key ${request.headers.authorization}`, error_code: apiKey }),
    );
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => void service.close());
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const target = { kind: "https-route", edge: "e", route: "r", policy: "web.policy.yaml" };
  const folder = temporaryFolder();
  for (const named of [{}, { apiKeyFile: "key" }]) {
    const files = {
      "web.policy.yaml": policy,
      "traffic-policy.config.json": JSON.stringify({
        service: { baseUrl, ...named },
        targets: { web: target },
      }),
      key: apiKey,
    };
    const env = {
      TMPDIR: folder,
      ...(!("apiKeyFile" in named) && { TRAFFIC_POLICY_API_KEY: apiKey }),
    };
    const server = await served(files, ["--trust"], { env });
    const said: string[] = [];
    server.child.stdout?.on("data", (piece: Buffer) => said.push(piece.toString()));
    for (const name of ["web.policy.yaml", "traffic-policy.config.json"] as const) {
      await server.editor.open(server.uriOf(name), files[name]);
    }
    const shown = await server.editor.connection.sendRequest<string | null>(
      "workspace/executeCommand",
      { command: "trafficPolicy.diff", arguments: [server.uriOf("web.policy.yaml"), ""] },
    );
    const page = shown === null ? "" : readFileSync(fileURLToPath(shown), "utf8");
    expect(page + server.editor.messages.join("\n")).toContain("401");
    expect(showsKey([...said, ...server.errors, page].join(""))).toBe(false);
    await ended(server);
  }
});
