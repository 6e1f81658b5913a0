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
