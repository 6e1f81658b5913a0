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

/** The addresses of this machine but for 127.0.0.1; of loopback, those too that no interface names. */
const otherAddresses = [
  ...new Set([
    "127.0.0.2",
    "::1",
    ...Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.map(({ address, family, scopeid }) =>
        family === "IPv6" && scopeid !== 0 ? `${address}%${name}` : address,
      ),
    ),
  ]),
].filter((address) => address !== "127.0.0.1");

/** The addresses at which something listens on a port. */
async function reached(port: number, ...hosts: readonly string[]): Promise<readonly string[]> {
  const answers = hosts.map(
    (host) =>
      new Promise<readonly string[]>((resolve) => {
        const socket = connect({ host, port });
        socket.once("connect", () => resolve([host])).once("error", () => resolve([]));
        socket.once("connect", () => socket.destroy());
      }),
  );
  return (await Promise.all(answers)).flat();
}

test("no other address of the machine is listened on", async () => {
  const { baseUrl } = await started();
  const port = Number(new URL(baseUrl).port);
  expect(await reached(port, "127.0.0.1", ...otherAddresses)).toEqual(["127.0.0.1"]);
});

test("what listens on all addresses is reached at some of these, too", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  expect((await reached(port, ...otherAddresses)).length).toBeGreaterThan(0);
  await new Promise((resolve) => server.close(resolve));
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
