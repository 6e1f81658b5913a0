import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { started } from "./requests.ts";
import { apiKey } from "../recognisable-key.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const edge = "/edges/tcp/edge_1";
const route = "/edges/https/e/routes/r/traffic_policy";

test("survives a restart", async () => {
  const dataFile = join(await folder(), "made", "when-missing", "emulator.json");
  const first = await started({ dataFile, tcpEdges: ["ssh"] });
  await first.send("POST", "/edges/tcp", {
    description: "é",
    backend: { backend_id: "b" },
    traffic_policy: { enabled: false, value: '{"x":1234567890123456789.10}' },
  });
  await first.send("PUT", route, { value: '{"a":"<"}' });
  const before = await Promise.all(
    [edge, "/edges/tcp/ssh", route].map((path) => first.send("GET", path)),
  );
  await first.send("POST", "/edges/tcp", {});
  await first.send("DELETE", "/edges/tcp/edge_2");
  await first.close();

  const second = await started({ dataFile, tcpEdges: ["ssh"] });
  const after = await Promise.all(
    [edge, "/edges/tcp/ssh", route].map((path) => second.send("GET", path)),
  );
  const moved = JSON.stringify(before).replaceAll(first.baseUrl, second.baseUrl);
  expect(after).toEqual(JSON.parse(moved));
  expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await second.send("POST", "/edges/tcp", {});
  expect(body).toMatchObject({ id: "edge_3" });
});

test("keeps cloud endpoints, among the endpoints of edges", async () => {
  const dataFile = join(await folder(), "emulator.json");
  const options = { dataFile, cloudEndpoints: ["web"], tunnels: ["https://t.example"] };
  const cloud = { "service-version": "", "ngrok-version": "2" };
  const traffic_policy = "on_http_request:\n  - actions: [{ type: deny }] # as it is\n";
  const first = await started(options);
  await first.send("PATCH", "/endpoints/web", { traffic_policy }, cloud);
  await first.send("POST", "/edges/tcp", { hostports: ["a.example:1"] });
  const input = { url: "https://a.example", traffic_policy: "{}" };
  await first.send("POST", "/endpoints", input, cloud);
  await first.close();
  const second = await started(options);
  const { body } = await second.send("GET", "/endpoints", undefined, cloud);
  expect(body).toMatchObject({
    endpoints: [
      { id: "ep_4", type: "ephemeral" },
      { id: "ep_3", type: "cloud", traffic_policy: "{}" },
      { id: "ep_2", type: "edge" },
      { id: "web", type: "cloud", traffic_policy },
    ],
  });
});

test("is written before the answer, for its owner only, and leaves nothing else", async () => {
  const path = await folder();
  const dataFile = join(path, "emulator.json");
  const { send, close } = await started({ dataFile });
  expect(await readdir(path)).toEqual(["emulator.json.lock"]);
  await send("PUT", route, { value: '{"a":1}' });
  expect(JSON.parse(await readFile(dataFile, "utf8"))).toMatchObject({
    https_routes: [{ edge: "e", route: "r", traffic_policy: { enabled: true, value: '{"a":1}' } }],
  });
  expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
  await send("DELETE", route);
  expect(JSON.parse(await readFile(dataFile, "utf8"))).toMatchObject({ https_routes: [] });
  await close();
  expect(await readdir(path)).toEqual(["emulator.json"]);
});

test("has all of twenty changes at the same time", async () => {
  const dataFile = join(await folder(), "emulator.json");
  const first = await started({ dataFile });
  await Promise.all(
    Array.from({ length: 20 }, (_item, index) =>
      first.send("PUT", `/edges/https/e/routes/r${index}/traffic_policy`, { value: "{}" }),
    ),
  );
  await first.close();
  const { send } = await started({ dataFile });
  const found = await Promise.all(
    Array.from({ length: 20 }, (_item, index) =>
      send("GET", `/edges/https/e/routes/r${index}/traffic_policy`),
    ),
  );
  expect(found.filter(({ status }) => status === 200)).toHaveLength(20);
});

test("that cannot be written fails the change, which is then not made", async () => {
  const path = await folder();
  const dataFile = join(path, "emulator.json");
  const { send } = await started({ dataFile });
  // A folder where the file should be: also root cannot write there.
  await mkdir(dataFile);
  expect(await send("PUT", route, { value: "{}" })).toMatchObject({
    status: 500,
    body: { error_code: "failed", msg: expect.stringMatching(/cannot be written/) },
  });
  expect((await send("GET", route)).status).toBe(404);
  await rm(dataFile, { recursive: true });
  expect((await send("PUT", route, { value: "{}" })).status).toBe(200);
});

const empty = {
  version: 2,
  last_tcp_edge: 0,
  last_endpoint: 0,
  tcp_edges: [],
  endpoints: [],
  https_routes: [],
};

test.each([
  ["{", /cannot be used: it is not JSON\.$/],
  ["[]", /cannot be used: it is not the state of an emulator\.$/],
  ['{"version":1,"tcp_edges":[]}', /it is from another version of the emulator\.$/],
  [
    JSON.stringify({ ...empty, tcp_edges: [{ id: 5 }] }),
    /\/tcp_edges\/0\S* was not written by the emulator\.$/,
  ],
])("%s cannot be used, is named, and stays as it is", async (text, message) => {
  const dataFile = join(await folder(), "emulator.json");
  await writeFile(dataFile, text);
  await expect(createEmulator({ dataFile, tcpEdges: ["edge_1"] })).rejects.toThrow(message);
  await expect(createEmulator({ dataFile })).rejects.toThrow(dataFile);
  expect(await readFile(dataFile, "utf8")).toBe(text);
});

test("that is a folder is refused", async () => {
  const dataFile = await folder();
  await expect(createEmulator({ dataFile })).rejects.toThrow(/ is not a regular file\.$/);
});

test("has to be an absolute path", async () => {
  await expect(createEmulator({ dataFile: "emulator.json" })).rejects.toThrow("not absolute");
});

test("is not touched when the port is in use", async () => {
  const { baseUrl } = await started();
  const dataFile = join(await folder(), "emulator.json");
  const options = { dataFile, tcpEdges: ["edge_1"], port: Number(new URL(baseUrl).port) };
  await expect(createEmulator(options)).rejects.toThrow("already in use");
  await expect(stat(dataFile)).rejects.toThrow("ENOENT");
});

test("that cannot be written at the start leaves no server running", async () => {
  const path = await folder();
  // A link that leads nowhere: reading finds nothing, writing fails, for root too.
  await symlink(join(path, "nowhere"), join(path, "link"));
  const server = await started();
  const port = Number(new URL(server.baseUrl).port);
  await server.close();
  const dataFile = join(path, "link", "emulator.json");
  await expect(createEmulator({ dataFile, tcpEdges: ["a"], port })).rejects.toThrow(
    /cannot be written/,
  );
  expect((await started({ port })).baseUrl).toBe(server.baseUrl);
});

describe("kept for one emulator", () => {
  const inUse = /is in use by process \d+\. If that is not an emulator, remove \S+\.lock\.$/;

  test("a second one is told, and the first goes on", async () => {
    const dataFile = join(await folder(), "emulator.json");
    const { send } = await started({ dataFile });
    await expect(createEmulator({ dataFile })).rejects.toThrow(inUse);
    expect((await send("PUT", route, { value: "{}" })).status).toBe(200);
  });

  test("a link to it is the same file, and stays a link", async () => {
    const path = await folder();
    const dataFile = join(path, "emulator.json");
    const link = join(path, "link.json");
    await writeFile(dataFile, JSON.stringify(empty));
    await symlink(dataFile, link);
    const { send } = await started({ dataFile: link });
    await expect(createEmulator({ dataFile })).rejects.toThrow(inUse);
    await send("PUT", route, { value: "{}" });
    expect(await realpath(link)).toBe(await realpath(dataFile));
    expect(await readFile(dataFile, "utf8")).toContain('"route":"r"');
  });

  test.each([
    ["its folder", "emulator.json", "link.json"],
    ["another folder", "../real/emulator.json", "links/link.json"],
    ["another link", "link-2.json", "link.json"],
  ])("a link to a file that does not exist yet stays a link: in %s", async (_where, to, from) => {
    const path = await folder();
    await mkdir(join(path, "links"));
    await mkdir(join(path, "real"));
    await symlink("real/emulator.json", join(path, "link-2.json"));
    const link = join(path, from);
    await symlink(to, link);
    const { send, close } = await started({ dataFile: link });
    await send("PUT", route, { value: "{}" });
    await close();
    expect(await readlink(link)).toBe(to);
    expect(await readFile(link, "utf8")).toContain('"route":"r"');
  });

  test("a link that leads to itself cannot be written", async () => {
    const link = join(await folder(), "link.json");
    await symlink("link.json", link);
    await expect(createEmulator({ dataFile: link })).rejects.toThrow(/cannot be written \(ELOOP\)/);
  });

  test("who waits gets it when the other is closed", async () => {
    const dataFile = join(await folder(), "emulator.json");
    const first = await started({ dataFile });
    const second = started({ dataFile });
    await first.send("PUT", route, { value: "{}" });
    await first.close();
    expect((await (await second).send("GET", route)).status).toBe(200);
  });

  test.each([
    ["a process that is no more", (pid: number) => JSON.stringify({ pid, token: "t" })],
    ["nobody, being empty", () => ""],
    // In a container, what was killed had the number that its successor has.
    ["an earlier process of the same number", () => `{"pid":${process.pid},"token":"t"}`],
    [
      "an earlier process of the same number, which said when it started",
      () => `{"pid":${process.pid},"started":5,"token":"t"}`,
    ],
  ])("the lock of %s is taken over, by one of many", async (_whose, text) => {
    const dataFile = join(await folder(), "emulator.json");
    const { pid = 0 } = spawnSync(process.execPath, ["-e", "0"]);
    await writeFile(`${dataFile}.lock`, text(pid));
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, () => createEmulator({ dataFile })),
    );
    const running = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    for (const emulator of running) onTestFinished(() => emulator.close());
    expect(running).toHaveLength(1);
  });

  test("another thread of the same process keeps its lock", async () => {
    const dataFile = join(await folder(), "emulator.json");
    const { close } = await started({ dataFile });
    const text = await readFile(`${dataFile}.lock`, "utf8");
    await close();
    await writeFile(`${dataFile}.lock`, text.replace(/"token":"[^"]+"/, '"token":"of a thread"'));
    await expect(createEmulator({ dataFile })).rejects.toThrow(`by process ${process.pid}.`);
  });

  test("what is told of the lock is where it is, not beside the link", async () => {
    const path = await realpath(await folder());
    const dataFile = join(path, "emulator.json");
    const link = join(path, "link.json");
    await started({ dataFile });
    await symlink(dataFile, link);
    await expect(createEmulator({ dataFile: link })).rejects.toThrow(
      `The data file ${link} is in use by process ${process.pid}. If that is not an emulator, remove ${dataFile}.lock.`,
    );
  });

  test("a change that comes after closing is not made", async () => {
    const dataFile = join(await folder(), "emulator.json");
    const first = await started({
      dataFile,
      faults: { faults: [{ fault: "delay", milliseconds: 60_000 }] },
    });
    const late = first.send("PUT", route, { value: "{}" });
    await Promise.all([first.close(), expect(late).rejects.toThrow("fetch failed")]);
    const second = await started({ dataFile });
    expect((await second.send("GET", route)).status).toBe(404);
  });
});

test("one that is being written when the emulator is killed is no hindrance", async () => {
  const dataFile = join(await folder(), "emulator.json");
  await writeFile(`${dataFile}.tmp`, '{"version":');
  const { send } = await started({ dataFile });
  expect((await send("PUT", route, { value: "{}" })).status).toBe(200);
});

test("the API key is not in it, nor in what is refused", async () => {
  const dataFile = join(await folder(), "emulator.json");
  const { send } = await started({ dataFile, apiKey });
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await send("PUT", route, { value: "{}" }, headers)).status).toBe(200);
  expect(await readFile(dataFile, "utf8")).not.toContain(apiKey);
  const wrong = { authorization: `Bearer ${apiKey}x` };
  expect(JSON.stringify(await send("GET", "/edges/tcp", undefined, wrong))).not.toContain(apiKey);
});
