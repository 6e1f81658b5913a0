import { createServer } from "node:http";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { connect, type AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { started } from "./requests.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const edge = "/edges/tcp/edge_1";
const route = "/edges/https/e/routes/r/traffic_policy";

describe("running", () => {
  test("two emulators beside each other know nothing of each other", async () => {
    const [one, other] = await Promise.all([
      started({ tcpEdges: ["edge_1"] }),
      started({ tcpEdges: ["edge_1"] }),
    ]);
    expect(one.baseUrl).not.toBe(other.baseUrl);
    await one.send("PATCH", edge, { description: "one" });
    await one.send("PUT", route, { value: "{}" });
    expect((await other.send("GET", edge)).body).not.toHaveProperty("description");
    expect((await other.send("GET", route)).status).toBe(404);
  });

  test("the port can be chosen", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await expect(createEmulator({ port })).rejects.toThrow(`The port ${port} is already in use.`);
    await new Promise((resolve) => server.close(resolve));
    expect((await started({ port })).baseUrl).toBe(`http://127.0.0.1:${port}`);
  });

  test.each([70_000, -1, 1.5])("the port %d is no port", async (port) => {
    await expect(createEmulator({ port })).rejects.toThrow(
      `The emulator cannot listen on port ${port}.`,
    );
  });

  test("an empty key is refused", async () => {
    await expect(createEmulator({ apiKey: "" })).rejects.toThrow("is empty");
  });

  test("no other address of the machine is listened on", async () => {
    const { baseUrl } = await started();
    const port = Number(new URL(baseUrl).port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal);
    const reached = await Promise.all(
      ["127.0.0.1", ...others.map(({ address }) => address)].map(
        (host) =>
          new Promise<boolean>((resolve) => {
            const socket = connect({ host, port });
            socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
            socket.once("connect", () => socket.destroy());
          }),
      ),
    );
    expect(reached).toEqual([true, ...others.map(() => false)]);
  });

  test("closing ends open connections, and may be done twice", async () => {
    const { baseUrl, send, close } = await started({ tcpEdges: ["edge_1"] });
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined).resume();
    await close();
    await ended;
    await expect(send("GET", edge)).rejects.toThrow("fetch failed");
    expect(await close()).toBeUndefined();
  });
});

describe("data file", () => {
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

  test("is written before the answer, for its owner only, and leaves nothing else", async () => {
    const path = await folder();
    const dataFile = join(path, "emulator.json");
    const { send } = await started({ dataFile });
    expect(await readdir(path)).toEqual([]);
    await send("PUT", route, { value: '{"a":1}' });
    expect(JSON.parse(await readFile(dataFile, "utf8"))).toMatchObject({
      https_routes: [
        { edge: "e", route: "r", traffic_policy: { enabled: true, value: '{"a":1}' } },
      ],
    });
    expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
    await send("DELETE", route);
    expect(JSON.parse(await readFile(dataFile, "utf8"))).toMatchObject({ https_routes: [] });
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
    const dataFile = join(path, "sub", "emulator.json");
    const { send } = await started({ dataFile });
    // A file where the folder should be: also root cannot write there.
    await writeFile(join(path, "sub"), "");
    expect(await send("PUT", route, { value: "{}" })).toMatchObject({
      status: 500,
      body: { error_code: "failed", msg: expect.stringMatching(/cannot be written/) },
    });
    expect((await send("GET", route)).status).toBe(404);
    await rm(join(path, "sub"));
    expect((await send("PUT", route, { value: "{}" })).status).toBe(200);
  });

  test.each([
    ["{", /is damaged: it is not JSON\.$/],
    ["[]", /is damaged: it is not a state of the emulator\.$/],
    ['{"version":2,"last_tcp_edge":0,"tcp_edges":[],"https_routes":[]}', /look at \/version\.$/],
    [
      '{"version":1,"last_tcp_edge":0,"tcp_edges":[{"id":5}],"https_routes":[]}',
      /look at \/tcp_edges\/0/,
    ],
  ])("%s is damaged, is named, and stays as it is", async (text, message) => {
    const dataFile = join(await folder(), "emulator.json");
    await writeFile(dataFile, text);
    await expect(createEmulator({ dataFile, tcpEdges: ["edge_1"] })).rejects.toThrow(message);
    await expect(createEmulator({ dataFile })).rejects.toThrow(dataFile);
    expect(await readFile(dataFile, "utf8")).toBe(text);
  });

  test("that is a folder cannot be read", async () => {
    const dataFile = await folder();
    await expect(createEmulator({ dataFile })).rejects.toThrow(/cannot be read \(EISDIR\)\.$/);
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
});
