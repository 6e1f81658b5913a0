import { createEmulator } from "@traffic-policy/emulator";
import { expect, test } from "vitest";
import { errorBody, started, type Send } from "./requests.ts";

interface Endpoint {
  readonly id: string;
  readonly hostport: string;
  readonly created_at: string;
  readonly updated_at: string;
}

async function endpoints(send: Send): Promise<readonly Endpoint[]> {
  const { body } = await send("GET", "/endpoints");
  return (body as { endpoints: Endpoint[] }).endpoints;
}

test("each hostport of a TCP edge is an endpoint", async () => {
  const { send, baseUrl } = await started();
  await send("POST", "/edges/tcp", { hostports: ["a.example:22", "b.example:23"], metadata: "m" });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const endpoint = (id: string, hostport: string): object => ({
    id,
    region: "local",
    created_at: time,
    updated_at: time,
    public_url: `tcp://${hostport}`,
    proto: "tcp",
    hostport,
    type: "edge",
    metadata: "m",
    edge: { id: "edge_1", uri: `${baseUrl}/edges/tcp/edge_1` },
  });
  const expected = [endpoint("ep_2", "b.example:23"), endpoint("ep_1", "a.example:22")];
  expect(await endpoints(send)).toEqual(expected);
  expect(await send("GET", "/endpoints/ep_1")).toEqual({ status: 200, body: expected[1] });
});

test("an edge without hostports has none", async () => {
  const { send } = await started({ tcpEdges: ["edge_7"] });
  await send("POST", "/edges/tcp", {});
  expect(await endpoints(send)).toEqual([]);
});

test("endpoints follow the hostports of their edge", async () => {
  const { send } = await started();
  await send("POST", "/edges/tcp", { hostports: ["other.example:1"] });
  await send("POST", "/edges/tcp", { hostports: ["a.example:1", "b.example:1", "a.example:1"] });
  const ids = async (): Promise<string[]> =>
    (await endpoints(send)).map(({ id, hostport }) => `${id} ${hostport}`);
  const other = "ep_1 other.example:1";
  expect(await ids()).toEqual(["ep_3 b.example:1", "ep_2 a.example:1", other]);
  await send("PATCH", "/edges/tcp/edge_2", { hostports: ["c.example:1", "b.example:1"] });
  expect(await ids()).toEqual(["ep_4 c.example:1", "ep_3 b.example:1", other]);
  await send("PATCH", "/edges/tcp/edge_2", { description: "no hostports" });
  expect(await ids()).toHaveLength(3);
  await send("PATCH", "/edges/tcp/edge_2", { hostports: [] });
  expect(await ids()).toEqual([other]);
  await send("DELETE", "/edges/tcp/edge_1");
  expect(await ids()).toEqual([]);
  expect((await send("GET", "/endpoints/ep_1")).status).toBe(404);
});

test("metadata and the time of the last update are those of the edge", async () => {
  const { send } = await started();
  await send("POST", "/edges/tcp", { hostports: ["a.example:22"] });
  const [before] = await endpoints(send);
  expect(before).toMatchObject({ metadata: "", updated_at: before?.created_at });
  await send("PATCH", "/edges/tcp/edge_1", { metadata: "new" });
  const [after] = await endpoints(send);
  expect(after).toMatchObject({ metadata: "new", created_at: before?.created_at });
  expect(Date.parse(after?.updated_at ?? "")).toBeGreaterThanOrEqual(
    Date.parse(before?.updated_at ?? ""),
  );
});

test.each([
  ["https://demo.example", "https", "demo.example:443"],
  ["http://demo.example:8080", "http", "demo.example:8080"],
  ["tls://demo.example", "tls", "demo.example:443"],
  ["tcp://1.tcp.example:12345", "tcp", "1.tcp.example:12345"],
  ["tcp://[2001:db8::1]:22", "tcp", "[2001:db8::1]:22"],
])("the tunnel %s is an ephemeral endpoint", async (url, proto, hostport) => {
  const { send, baseUrl } = await started({ tunnels: [url] });
  expect(await endpoints(send)).toEqual([
    {
      id: "ep_1",
      region: "local",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      public_url: url,
      proto,
      hostport,
      type: "ephemeral",
      metadata: "",
      tunnel: { id: "tn_1", uri: `${baseUrl}/tunnels/tn_1` },
    },
  ]);
});

test.each([
  "demo.example",
  "ftp://demo.example",
  "tcp://a.example",
  "https://a/b",
  "tcp://a:99999",
])("the tunnel %s is refused", async (url) => {
  await expect(createEmulator({ tunnels: [url] })).rejects.toThrow(`The tunnel "${url}" is not`);
});

test.each(["POST", "PATCH", "DELETE", "PUT"])(
  "%s does not exist: they are read-only",
  async (method) => {
    const { send } = await started({ tunnels: ["https://demo.example"] });
    expect((await send(method, "/endpoints/ep_1")).status).toBe(404);
    expect(await endpoints(send)).toHaveLength(1);
  },
);

test("one that is not there is not found", async () => {
  const { send } = await started();
  expect(await send("GET", "/endpoints/ep_1")).toEqual({
    status: 404,
    body: errorBody(404, "not_found", "There is no endpoint ep_1."),
  });
});
