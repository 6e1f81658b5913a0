import type { EmulatorOptions } from "@traffic-policy/emulator";
import { defineCatalogue, directionsDialect, type Dialect } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { errorBody, started, type Send } from "./requests.ts";

/** The version that has cloud endpoints. */
const cloud = { "service-version": "", "ngrok-version": "2" };

async function cloudStarted(
  options: EmulatorOptions = {},
): Promise<{ send: Send; old: Send; baseUrl: string }> {
  const { send, baseUrl } = await started(options);
  const inCloud: Send = (method, path, body) => send(method, path, body, cloud);
  return { send: inCloud, old: send, baseUrl };
}

const rule = (...types: readonly string[]): object => ({
  actions: types.map((type) => ({ type })),
});
const text = JSON.stringify({ on_http_request: [rule("stop")] });
const yaml = "on_http_request:\n  # kept\n  - actions:\n      - type: stop\n";
const input = { url: "https://a.example", traffic_policy: text };

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test("is created with defaults, and answered with what follows from its URL", async () => {
  const { send, baseUrl } = await cloudStarted();
  const body = {
    id: "ep_1",
    uri: `${baseUrl}/endpoints/ep_1`,
    region: "local",
    created_at: time,
    updated_at: time,
    type: "cloud",
    url: "https://a.example",
    public_url: "https://a.example",
    proto: "https",
    scheme: "https",
    host: "a.example",
    port: 443,
    hostport: "a.example:443",
    description: "",
    metadata: "",
    bindings: ["public"],
    pooling_enabled: false,
    traffic_policy: text,
  };
  expect(await send("POST", "/endpoints", input)).toEqual({ status: 201, body });
  expect(await send("GET", "/endpoints/ep_1")).toEqual({ status: 200, body });
});

test("an update changes what it holds and nothing else, and a deletion removes it", async () => {
  const { send } = await cloudStarted();
  const full = { ...input, description: "d", metadata: "m", bindings: ["internal"] };
  const before = (await send("POST", "/endpoints", full)).body as object;
  const { status, body } = await send("PATCH", "/endpoints/ep_1", { traffic_policy: yaml });
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...before, traffic_policy: yaml, updated_at: time },
  });
  expect((await send("GET", "/endpoints/ep_1")).body).toEqual(body);
  expect(await send("DELETE", "/endpoints/ep_1")).toEqual({ status: 204, body: undefined });
  expect((await send("GET", "/endpoints/ep_1")).status).toBe(404);
});

test("stands in the pages of the list with all others, in the version that has it only", async () => {
  const { send, old } = await cloudStarted({ tunnels: ["https://t.example"], pageSize: 2 });
  await send("POST", "/edges/tcp", { hostports: ["e.example:1"] });
  await send("POST", "/endpoints", input);
  await send("POST", "/endpoints", { ...input, url: "tcp://b.example:22" });
  const listed = async (by: Send, path = "/endpoints"): Promise<readonly unknown[]> => {
    const { endpoints, next_page_uri: next } = (await by("GET", path)).body as {
      endpoints: { id: string; type: string }[];
      next_page_uri: string | null;
    };
    const page = endpoints.map(({ id, type }) => `${id} ${type}`).join(", ");
    return next === null ? [page] : [page, ...(await listed(by, next.slice(next.indexOf("/e"))))];
  };
  expect(await listed(send)).toEqual(["ep_4 cloud, ep_3 cloud", "ep_2 edge, ep_1 ephemeral"]);
  expect(await listed(old)).toEqual(["ep_2 edge, ep_1 ephemeral"]);
  expect((await old("GET", "/endpoints/ep_3")).status).toBe(404);
});

test.each(["POST /endpoints", "PATCH /endpoints/ep_1", "DELETE /endpoints/ep_1"])(
  "%s is no operation of the described version",
  async (operation) => {
    const { send, old } = await cloudStarted();
    await send("POST", "/endpoints", input);
    const [method = "", path = ""] = operation.split(" ");
    const body = method === "DELETE" ? undefined : { ...input, url: "https://b.example" };
    const message = `There is no operation ${operation}.`;
    expect(await old(method, path, body)).toEqual({
      status: 404,
      body: errorBody(404, "not_found", message),
    });
    expect((await send("GET", "/endpoints")).body).toMatchObject({
      endpoints: [{ url: input.url }],
    });
  },
);

test("the version that has them has the edges, too", async () => {
  const { send } = await cloudStarted({ tcpEdges: ["edge_1"] });
  expect((await send("GET", "/edges/tcp/edge_1")).status).toBe(200);
});

test("the header of the version can be another one", async () => {
  const options = { cloudVersionHeader: { name: "Service-Version", value: "3" } };
  const { send } = await started(options);
  const version = { "service-version": "3" };
  expect((await send("POST", "/endpoints", input, version)).status).toBe(201);
  expect((await send("GET", "/endpoints", undefined, cloud)).status).toBe(400);
});

test.each(["PATCH", "DELETE"])("%s of an endpoint of another type is refused", async (method) => {
  const { send } = await cloudStarted({ tunnels: ["https://t.example"] });
  const body = method === "PATCH" ? { traffic_policy: text } : undefined;
  const message = "ep_1 is not a cloud endpoint: it is read-only.";
  expect(await send(method, "/endpoints/ep_1", body)).toEqual({
    status: 400,
    body: errorBody(400, "read_only_endpoint", message),
  });
  expect((await send("GET", "/endpoints/ep_1")).status).toBe(200);
  expect((await send(method, "/endpoints/ep_9", body)).status).toBe(404);
});

describe("what is refused", () => {
  /** The number of the error, and that of its cause. */
  async function refusal(
    { send }: { send: Send },
    method: string,
    path: string,
    body: unknown,
  ): Promise<string> {
    const before = await send("GET", "/endpoints");
    const answer = await send(method, path, body);
    const { error_code: code, msg = "" } = answer.body as { error_code: string; msg?: string };
    expect(await send("GET", "/endpoints")).toEqual(before);
    const [, cause = ""] = /\(ERR_NGROK_(\d+)\)$/.exec(msg) ?? [];
    return `${answer.status} ${code.replace("ERR_NGROK_", "")} ${cause}`.trim();
  }

  test.each([
    ["400 18001", {}],
    ["400 18001", { url: "a.example" }],
    ["400 18001", { url: "tcp://a.example" }],
    ["400 invalid_body", { type: "agent" }],
    ["400 invalid_body", { bindings: ["public", "internal"] }],
    ["400 invalid_body", { bindings: ["everywhere"] }],
    ["400 invalid_body", { traffic_policy: { on_http_request: [] } }],
    ["400 18011", { traffic_policy: undefined }],
    ["400 18011", { traffic_policy: "" }],
    ["400 18012", { description: "é".repeat(128) }],
    ["400 18013", { metadata: "x".repeat(4097) }],
    ["400 18002 2236", { traffic_policy: "{" }],
    ["400 18002 2236", { traffic_policy: "[]" }],
    ["400 18002 2236", { traffic_policy: '{"on_http_request": [[]]}' }],
    ["400 18002 2236", { traffic_policy: '{"on_http_request": [{"actions": [{}]}]}' }],
    ["400 18002 2236", { traffic_policy: "on_http_request: [}" }],
    ["400 18002 2206", { traffic_policy: '{"on_http_request": [{"name": "a"}]}' }],
    ["400 18002 2206", { traffic_policy: "on_http_request:\n  - actions: []\n" }],
  ])("%s for a creation with %o", async (expected, fields) => {
    const service = await cloudStarted();
    const url = expected.endsWith("18001") ? {} : { url: input.url };
    const body = { traffic_policy: text, ...url, ...fields };
    expect(await refusal(service, "POST", "/endpoints", body)).toBe(expected);
  });

  test.each([
    ["400 18004", {}],
    ["400 18004", { type: "cloud" }],
    ["400 18005", { url: "tcp://a.example:22" }],
    ["400 18009", { url: "https://b.example" }],
    ["400 18011", { traffic_policy: "" }],
    ["400 18012", { description: "x".repeat(256) }],
    ["400 18002 2236", { traffic_policy: "{", description: "new" }],
  ])("%s for an update with %o", async (expected, fields) => {
    const service = await cloudStarted();
    await service.send("POST", "/endpoints", input);
    await service.send("POST", "/endpoints", { ...input, url: "https://b.example" });
    expect(await refusal(service, "PATCH", "/endpoints/ep_1", fields)).toBe(expected);
  });

  test("bounds are counted in bytes, and what is just within them is taken", async () => {
    const { send } = await cloudStarted();
    const bounds = { description: `${"é".repeat(127)}x`, metadata: "x".repeat(4096) };
    expect((await send("POST", "/endpoints", { ...input, ...bounds })).status).toBe(201);
  });

  test("the line of what cannot be parsed is named", async () => {
    const { send } = await cloudStarted();
    const policy = 'on_http_request:\n  - name: "a\n    actions: []\n';
    const { body } = await send("POST", "/endpoints", { ...input, traffic_policy: policy });
    expect((body as { msg: string }).msg).toMatch(/It cannot be parsed, line \d: /);
  });

  test("endpoints can share a URL only when they are pooled", async () => {
    const { send } = await cloudStarted();
    const pooled = { ...input, pooling_enabled: true };
    expect((await send("POST", "/endpoints", pooled)).status).toBe(201);
    expect((await send("POST", "/endpoints", pooled)).status).toBe(201);
    const { body } = await send("POST", "/endpoints", input);
    expect(body).toMatchObject({ error_code: "ERR_NGROK_18009" });
  });

  // The sections and endings of a vocabulary are all that is needed here.
  const empty: Dialect = {
    name: "small",
    sections: new Map(
      (
        [
          ["on_tcp_connect", { http: "connect", tcp: "connect", tls: "connect" }],
          ["on_http_request", { http: "request" }],
          ["on_http_response", { http: "response" }],
        ] as const
      ).map(([name, stages]) => [name, { name, description: name, stages }]),
    ),
    actions: new Map(),
    namespaces: [],
    records: new Map(),
    functions: directionsDialect.functions,
  };
  const sections = ["on_tcp_connect", "on_http_request", "on_http_response"];
  const config = { type: "object", properties: {} } as const;
  const action = { description: "Acts.", config, interpolated: [] } as const;
  const everywhere = { http: sections, tcp: ["on_tcp_connect"], tls: ["on_tcp_connect"] };
  const dialect = defineCatalogue(empty, {
    actions: [
      { ...action, type: "stop", sections: everywhere, endsProcessing: "always" },
      { ...action, type: "go", sections: everywhere, endsProcessing: "never" },
      {
        ...action,
        type: "forward",
        sections: everywhere,
        endsProcessing: { when: "unless it fails", unless: { on_error: "continue" } },
      },
    ],
  });
  const forward = (fields: object): object => ({ actions: [{ type: "forward", config: fields }] });
  const some = { ...rule("stop"), expressions: ["req.method == 'GET'"] };

  test.each([
    ["https://a.example", { on_http_request: [some, rule("go"), rule("go", "stop")] }],
    ["https://a.example", { on_tcp_connect: [rule("stop")] }],
    ["tcp://a.example:22", { on_tcp_connect: [rule("stop")] }],
    ["https://a.example", { on_http_request: [forward({})], on_http_response: null }],
    ["https://a.internal", { on_http_request: [rule("stop")] }],
  ])("with a vocabulary, %s takes %j", async (url, policy) => {
    const { send } = await cloudStarted({ dialect });
    const body = { url, traffic_policy: JSON.stringify(policy) };
    expect((await send("POST", "/endpoints", body)).status).toBe(201);
  });

  test.each([
    ["400 18002 2236", "https://a.example", { on_http_request: {} }],
    ["400 18002 2201", "https://a.example", { on_http_request: [rule("halt")] }],
    ["400 18002 2207", "https://a.example", { on_http_request: [rule("stop", "go")] }],
    ["400 18002 2230", "https://a.example", { inbound: [rule("stop")] }],
    ["400 18002 2230", "tcp://a.example:22", { on_http_request: [rule("stop")] }],
    ["400 18002 2230", "tls://a.example", { on_http_response: [rule("stop")] }],
    ["400 18002 2235", "https://a.example", {}],
    ["400 18002 2235", "https://a.example", { on_http_request: [some] }],
    ["400 18002 2235", "https://a.example", { on_http_request: [rule("go")] }],
    ["400 18002 2235", "https://a.example", { on_http_response: [rule("stop")] }],
    [
      "400 18002 2235",
      "https://a.example",
      { on_http_request: [forward({ on_error: "continue" })] },
    ],
    ["400 18002 2262", "https://a.internal", { on_tcp_connect: [rule("stop")] }],
  ])("with a vocabulary, %s at %s for %j", async (expected, url, policy) => {
    const service = await cloudStarted({ dialect });
    const body = { url, traffic_policy: JSON.stringify(policy) };
    expect(await refusal(service, "POST", "/endpoints", body)).toBe(expected);
  });

  test("with a vocabulary, updates are checked for the URL that they leave", async () => {
    const service = await cloudStarted({ dialect });
    await service.send("POST", "/endpoints", {
      url: "tcp://a.example:22",
      traffic_policy: JSON.stringify({ on_tcp_connect: [rule("stop")] }),
    });
    expect(await refusal(service, "PATCH", "/endpoints/ep_1", { traffic_policy: text })).toBe(
      "400 18002 2230",
    );
  });
});

test("those that exist from the start have no policy, and keep what they are given", async () => {
  const options = { cloudEndpoints: ["ep_1", "web", "ep_1"], tunnels: ["https://t.example"] };
  const { send } = await cloudStarted(options);
  expect((await send("GET", "/endpoints")).body).toMatchObject({
    endpoints: [
      { id: "ep_2", type: "ephemeral" },
      { id: "web", type: "cloud", url: "https://cloud-2.example", traffic_policy: "" },
      { id: "ep_1", type: "cloud", url: "https://cloud-1.example", traffic_policy: "" },
    ],
  });
  expect((await send("PATCH", "/endpoints/web", { traffic_policy: text })).status).toBe(200);
});
