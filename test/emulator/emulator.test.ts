import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, test } from "vitest";
import { started } from "./requests.ts";

const edge = "/edges/tcp/edge_1";
const route = "/edges/https/e/routes/r/traffic_policy";

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
