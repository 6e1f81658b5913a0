import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@traffic-policy/api";
import { expect, test } from "vitest";
import { apiKey, configuration, project, run, start } from "./command.ts";

const policy = '{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}';

async function startEmulator(
  args: readonly string[],
  cwd: string,
): Promise<{ baseUrl: string; child: ReturnType<typeof start> }> {
  const child = start(["emulator", "--port", "0", "--format", "json", ...args], { cwd });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { baseUrl: (JSON.parse(line.toString()) as { baseUrl: string }).baseUrl, child };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it with status 0, also with an open connection",
  async (signal) => {
    const { baseUrl, child } = await startEmulator([], project({}));
    const client = createClient({ baseUrl, apiKey: "any" });
    await client.tcpEdges.create({});
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
    await client.close();
  },
);

test("keeps its state in the file it is given", async () => {
  const cwd = project({});
  const first = await startEmulator(["--data", "state.json"], cwd);
  const client = createClient({ baseUrl: first.baseUrl, apiKey: "any" });
  const { id } = await client.tcpEdges.create({ description: "ssh" });
  await client.close();
  first.child.kill("SIGTERM");
  await once(first.child, "exit");

  const second = await startEmulator(["--data", "state.json"], cwd);
  const again = createClient({ baseUrl: second.baseUrl, apiKey: "any" });
  expect(await again.tcpEdges.get(id)).toMatchObject({ description: "ssh" });
  await again.close();
});

test("accepts one key only when it is given one", async () => {
  const { baseUrl } = await startEmulator(
    ["--api-key-file", "key"],
    project({ key: `${apiKey}\n` }),
  );
  const right = createClient({ baseUrl, apiKey });
  const wrong = createClient({ baseUrl, apiKey: "another" });
  await right.tcpEdges.create({});
  await expect(wrong.tcpEdges.create({})).rejects.toThrow("401");
  await Promise.all([right.close(), wrong.close()]);
});

test("a data file that is damaged is left alone and told in one sentence", async () => {
  const cwd = project({ "state.json": "{" });
  const { status, err } = await run(["emulator", "--port", "0", "--data", "state.json"], { cwd });
  expect(status).toBe(2);
  expect(err).toMatch(/^error: [^\n]*state\.json[^\n]*\n$/);
  expect(readFileSync(join(cwd, "state.json"), "utf8")).toBe("{");
});

test('a configuration with service "emulator" needs nothing else, and keeps what was deployed', async () => {
  const cwd = project({
    "traffic-policy.config.json": configuration(),
    "ssh.json": policy,
    "web.json": policy,
  });
  expect((await run(["diff"], { cwd })).status).toBe(1);
  expect((await run(["deploy", "--yes"], { cwd })).status).toBe(0);
  expect((await run(["diff"], { cwd })).status).toBe(0);
  expect(existsSync(join(cwd, ".traffic-policy/emulator.json"))).toBe(true);
});

test("killed at any moment, it has everything that it answered", { timeout: 120_000 }, async () => {
  const cwd = project({});
  const answered = new Map<string, string>();
  const deleted = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const { baseUrl, child } = await startEmulator(["--data", "state.json"], cwd);
    const client = createClient({ baseUrl, apiKey, retries: { attempts: 1 } });
    const stored = new Map<string, string | undefined>();
    for await (const { id, metadata } of client.tcpEdges.list()) stored.set(id, metadata);
    for (const [id, metadata] of answered) expect([id, stored.get(id)]).toEqual([id, metadata]);
    for (const id of deleted) expect(stored.has(id)).toBe(false);

    let killing: NodeJS.Timeout | undefined;
    const write = async (writer: number): Promise<never> => {
      for (let count = 0; ; count++) {
        const metadata = `${round}/${writer}/${count}`.padEnd(2000, "x");
        const { id } = await client.tcpEdges.create({ metadata });
        answered.set(id, metadata);
        // Each round a little later, so that every step of writing the file is hit in the end.
        if (count === 1) killing ??= setTimeout(() => child.kill("SIGKILL"), round * 37);
        if (count % 3 !== 0) continue;
        answered.delete(id);
        await client.tcpEdges.delete(id);
        deleted.add(id);
      }
    };
    const writers = Array.from({ length: 5 }, (_item, writer) => write(writer));
    const results = await Promise.allSettled(writers);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    await client.close();
  }
  expect(answered.size).toBeGreaterThanOrEqual(8);
});

test.each([
  [["--port", "65536"], '"65536" is not a port.'],
  [["--port", "x"], "must be a whole number"],
  [["--version-header", "Service-Version"], '"Service-Version" is not a header.'],
  [["--tunnel", "demo.example"], 'The tunnel "demo.example" is not a URL'],
  [["--page-size", "0"], "must be a whole number over 0"],
  [["--requests-per-minute", "0"], "must be a whole number over 0"],
  [["--faults", "none.json"], "none.json: There is no such file."],
  [["--faults", "syntax.json"], "syntax.json:1:12: "],
  [["--faults", "faults.json"], 'faults.json:2:33: The fault "failure" has an invalid "status".'],
])("%j is told in a sentence", async (args, message) => {
  const cwd = project({
    "syntax.json": '{"faults": ]',
    "faults.json": '{"faults": [{ "fault": "not-json" },\n{ "fault": "failure", "status": 200 }]}',
  });
  const { status, out, err } = await run(["emulator", "--port", "0", ...args], { cwd });
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/^error: [^\n]+\n( {2}help: [^\n]+\n)?$/);
  expect(err).toContain(message);
});

test("its options reach it", async () => {
  const cwd = project({
    "faults.json": '{"faults": [{ "fault": "failure", "status": 503, "after": 2, "times": 1 }]}',
  });
  const { baseUrl } = await startEmulator(
    [
      "--version-header=Ngrok-Version: 2",
      ..."--page-size 1 --faults faults.json --requests-per-minute 2".split(" "),
      ..."--tunnel https://a.example --tunnel tls://b.example".split(" "),
    ],
    cwd,
  );
  const versionHeader = { name: "Ngrok-Version", value: "2" };
  const client = createClient({ baseUrl, apiKey, versionHeader, retries: { attempts: 1 } });
  const page = await client.endpoints.listPage();
  expect(page.endpoints.map(({ proto }) => proto)).toEqual(["tls"]);
  expect(page.next_page_uri).toContain(baseUrl);
  await client.endpoints.listPage();
  await expect(client.endpoints.listPage()).rejects.toThrow("503");
  await expect(client.endpoints.listPage()).rejects.toThrow("429");
  await client.close();
});
