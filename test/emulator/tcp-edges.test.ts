import { describe, expect, test } from "vitest";
import { errorBody, started } from "./requests.ts";

test("a new edge has an id, a URI, a time, and null for what was not supplied", async () => {
  const { send, baseUrl } = await started();
  const { status, body } = await send("POST", "/edges/tcp", {});
  expect(status).toBe(201);
  expect(body).toEqual({
    id: "edge_1",
    uri: `${baseUrl}/edges/tcp/edge_1`,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    hostports: null,
    backend: null,
    ip_restriction: null,
    policy: null,
    traffic_policy: null,
  });
});

test("a new edge has everything that was supplied, modules enabled by default", async () => {
  const { send, baseUrl } = await started();
  const { body } = await send("POST", "/edges/tcp", {
    description: "ssh",
    metadata: "{}",
    hostports: ["a.example:22"],
    backend: { backend_id: "bk/1" },
    ip_restriction: { enabled: false, ip_policy_ids: ["p1", "p2"] },
    traffic_policy: { value: "{}" },
  });
  expect(body).toMatchObject({
    description: "ssh",
    metadata: "{}",
    hostports: ["a.example:22"],
    backend: { enabled: true, backend: { id: "bk/1", uri: `${baseUrl}/backends/bk%2F1` } },
    ip_restriction: {
      enabled: false,
      ip_policies: [
        { id: "p1", uri: `${baseUrl}/ip_policies/p1` },
        { id: "p2", uri: `${baseUrl}/ip_policies/p2` },
      ],
    },
    traffic_policy: { enabled: true, value: "{}" },
  });
  expect((await send("GET", "/edges/tcp/edge_1")).body).toEqual(body);
});

test("identifiers count up, and none is given out twice", async () => {
  const { send } = await started({ tcpEdges: ["edge_2"] });
  const create = async (): Promise<unknown> =>
    ((await send("POST", "/edges/tcp", {})).body as { id: unknown }).id;
  expect([await create(), await create()]).toEqual(["edge_1", "edge_3"]);
  await send("DELETE", "/edges/tcp/edge_3");
  expect(await create()).toBe("edge_4");
});

describe("update", () => {
  test("replaces the modules that are present, each completely, and nothing else", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    await send("PATCH", "/edges/tcp/edge_1", {
      description: "old",
      metadata: "kept",
      hostports: ["a.example:22"],
      backend: { enabled: false, backend_id: "b1" },
      traffic_policy: { enabled: false, value: '{"inbound":[]}' },
    });
    const { status, body } = await send("PATCH", "/edges/tcp/edge_1", {
      description: "new",
      traffic_policy: { value: "{}" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: "new",
      metadata: "kept",
      hostports: ["a.example:22"],
      backend: { enabled: false, backend: { id: "b1" } },
      traffic_policy: { enabled: true, value: "{}" },
    });
    expect((await send("GET", "/edges/tcp/edge_1")).body).toEqual(body);
  });

  test("of nothing changes nothing", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    const { body } = await send("GET", "/edges/tcp/edge_1");
    expect(await send("PATCH", "/edges/tcp/edge_1", {})).toEqual({ status: 200, body });
  });

  test("that is refused changes nothing", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    const input = { description: "new", traffic_policy: { value: "[" } };
    expect((await send("PATCH", "/edges/tcp/edge_1", input)).status).toBe(400);
    expect((await send("GET", "/edges/tcp/edge_1")).body).not.toHaveProperty("description");
  });

  test("by twenty at the same time loses none", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    const fields = [
      { description: "d" },
      { metadata: "m" },
      { hostports: ["a.example:22"] },
      { backend: { backend_id: "b" } },
      { ip_restriction: { ip_policy_ids: ["p"] } },
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_item, index) =>
        send("PATCH", "/edges/tcp/edge_1", fields[index % fields.length]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await send("GET", "/edges/tcp/edge_1")).body).toMatchObject({
      description: "d",
      metadata: "m",
      hostports: ["a.example:22"],
      backend: { backend: { id: "b" } },
      ip_restriction: { ip_policies: [{ id: "p" }] },
    });
  });
});

test("twenty edges created at the same time are twenty edges", async () => {
  const { send } = await started();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send("POST", "/edges/tcp", {})),
  );
  const ids = answers.map(({ body }) => (body as { id: string }).id);
  expect(new Set(ids).size).toBe(20);
});

test("a deleted edge is gone, and the answer has no body", async () => {
  const { send } = await started({ tcpEdges: ["edge_1"] });
  expect(await send("DELETE", "/edges/tcp/edge_1")).toEqual({ status: 204, body: undefined });
  for (const method of ["GET", "DELETE"]) {
    expect(await send(method, "/edges/tcp/edge_1")).toEqual({
      status: 404,
      body: errorBody(404, "not_found", "There is no TCP edge edge_1."),
    });
  }
  expect((await send("PATCH", "/edges/tcp/edge_1", {})).status).toBe(404);
});

test("an identifier may be any text", async () => {
  const id = `a/b ${"é".repeat(300)}`;
  const { send } = await started({ tcpEdges: [id, id] });
  const path = `/edges/tcp/${encodeURIComponent(id)}`;
  const { status, body } = await send("GET", path);
  expect([status, (body as { id: string }).id]).toEqual([200, id]);
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("GET", path)).status).toBe(404);
});

describe("refused with the name of the field", () => {
  test.each([
    ["description", { description: 5 }, /^description must be text, not a number\.$/],
    ["null", { hostports: null }, /^hostports must be a list, not null\.$/],
    ["an item", { hostports: ["a", 1] }, /^hostports\.1 must be text, not a number\.$/],
    ["no backend_id", { backend: {} }, /^backend\.backend_id is missing\.$/],
    [
      "enabled as text",
      { traffic_policy: { enabled: "true", value: "{}" } },
      /^traffic_policy\.enabled must be true or false, not text\.$/,
    ],
    [
      "value as an object",
      { traffic_policy: { value: {} } },
      /^traffic_policy\.value must be text, not an object\.$/,
    ],
    ["256 bytes", { description: "é".repeat(128) }, /^description has 256 bytes/],
    ["4097 bytes", { metadata: "x".repeat(4097) }, /^metadata has 4097 bytes/],
    ["no object", [], /^The body must be an object, not a list\.$/],
    ["no JSON", "{", /^The body is not JSON/],
    ["a key twice", '{"metadata":"a","metadata":"b"}', /"metadata" is defined twice/],
    ["no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), /^The body is not UTF-8\.$/],
    ["nothing", "", /^The body must be an object, not null\.$/],
  ])("%s", async (_what, input, msg) => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    for (const [method, path] of [
      ["POST", "/edges/tcp"],
      ["PATCH", "/edges/tcp/edge_1"],
    ] as const) {
      expect(await send(method, path, input)).toEqual({
        status: 400,
        body: errorBody(400, "invalid_body", expect.stringMatching(msg)),
      });
    }
  });

  test("but not at the bounds, nor for a field that is not known", async () => {
    const { send } = await started();
    const input = { description: "x".repeat(255), metadata: "x".repeat(4096), colour: "blue" };
    const { status, body } = await send("POST", "/edges/tcp", input);
    expect(status).toBe(201);
    expect(body).not.toHaveProperty("colour");
  });
});
