import { InvalidRequest, NotFound, type TcpEdgeInput } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { apiKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { answering, clientOf, emulated } from "./local-service.ts";

const edge = {
  id: "edge_1",
  created_at: "2026-01-01T00:00:00Z",
  uri: "https://api.example.com/edges/tcp/edge_1",
  hostports: null,
  backend: null,
  ip_restriction: null,
  traffic_policy: null,
};

test("an edge is created, read and updated", async () => {
  const { client } = await emulated();
  const created = await client.tcpEdges.create({ description: "ssh", hostports: ["a.example:22"] });
  expect(created).toMatchObject({ id: "edge_1", description: "ssh", backend: null });
  const updated = await client.tcpEdges.update("edge_1", {
    traffic_policy: { value: '{"inbound":[]}' },
  });
  expect(updated).toMatchObject({
    hostports: ["a.example:22"],
    traffic_policy: { enabled: true, value: '{"inbound":[]}' },
  });
  expect(await client.tcpEdges.get("edge_1")).toEqual(updated);
});

test("an edge that does not exist is NotFound, with help", async () => {
  const { client } = await emulated();
  const error = await failing(NotFound, client.tcpEdges.get("edge_9"));
  expect(error).toMatchObject({
    operation: "get TCP edge",
    method: "GET",
    path: "/edges/tcp/edge_9",
    status: 404,
    code: "not_found",
    serviceMessage: "There is no TCP edge edge_9.",
    effect: "none",
  });
  expect(error.help).toMatch(/identifiers/);
});

test("requests with a body say that it is JSON, those without have no content type", async () => {
  const { baseUrl, received } = await answering((response) => {
    response.writeHead(200).end(JSON.stringify(edge));
  });
  const client = clientOf(baseUrl);
  await client.tcpEdges.update("edge_1", { description: "ä" });
  await client.tcpEdges.get("edge_1");
  expect(received.map(({ method, headers }) => [method, headers["content-type"]])).toEqual([
    ["PATCH", "application/json"],
    ["GET", undefined],
  ]);
  expect(received[0]?.body).toBe('{"description":"ä"}');
});

test("fields that are not known are kept", async () => {
  const { baseUrl } = await answering((response) => {
    response.end(JSON.stringify({ ...edge, policy: null, colour: "blue" }));
  });
  expect(await clientOf(baseUrl).tcpEdges.get("edge_1")).toEqual({
    ...edge,
    policy: null,
    colour: "blue",
  });
});

test.each([
  ["a/b", "/edges/tcp/a%2Fb"],
  ["..", "/edges/tcp/%2E%2E"],
  [".", "/edges/tcp/%2E"],
  ["a?b#c", "/edges/tcp/a%3Fb%23c"],
  ["100%", "/edges/tcp/100%25"],
  ["é ", "/edges/tcp/%C3%A9%20"],
])("the identifier %j is percent-encoded", async (id, path) => {
  const { baseUrl, received } = await answering((response) => void response.writeHead(404).end());
  const error = await failing(NotFound, clientOf(baseUrl).tcpEdges.get(id));
  expect(error.path).toBe(path);
  expect(received.map(({ url }) => url)).toEqual([path]);
});

describe("refused before sending", () => {
  test.each([
    ["a description of 256 bytes", { description: "é".repeat(128) }, /"description" has 256 bytes/],
    ["metadata of 4097 bytes", { metadata: "x".repeat(4097) }, /"metadata" has 4097 bytes/],
    ["a backend without identifier", { backend: { backend_id: "" } }, /"backend.backend_id"/],
    [
      "an IP policy without identifier",
      { ip_restriction: { ip_policy_ids: ["a", ""] } },
      /"ip_restriction.ip_policy_ids" holds an identifier that is empty/,
    ],
    ["a policy that is not JSON", { traffic_policy: { value: "{" } }, /"traffic_policy.value"/],
    ["a policy with a key twice", { traffic_policy: { value: '{"a":1,"a":2}' } }, /"a" .* twice/],
    ["a policy that is a list", { traffic_policy: { value: "[]" } }, /not a policy document/],
    [
      "a module in the place of a policy",
      { traffic_policy: { value: '{"enabled":true,"value":"{}"}' } },
      /it has neither "inbound" nor "outbound"/,
    ],
    [
      "a policy whose rules are no list",
      { traffic_policy: { value: '{"inbound":{}}' } },
      /not a policy document: "inbound" is of the wrong type/,
    ],
    [
      "a policy with a rule without actions",
      { traffic_policy: { value: '{"outbound":[{"name":"a"}]}' } },
      /"outbound.0.actions" is missing/,
    ],
    [
      "a policy with an action without type, in another dialect",
      { traffic_policy: { value: '{"on_http_request":[{"actions":[{}]}]}' } },
      /"on_http_request.0.actions.0.type" is missing/,
    ],
    ["a policy without text", { traffic_policy: {} as { value: string } }, /is missing/],
  ])("%s", async (_what, input, message) => {
    const { baseUrl, received } = await answering((response) => void response.end());
    const client = clientOf(baseUrl);
    for (const promise of [
      client.tcpEdges.create(input),
      client.tcpEdges.update("edge_1", input),
    ]) {
      const error = await failing(InvalidRequest, promise);
      expect(error.message).toMatch(message);
      expect(error).toMatchObject({ effect: "none", status: undefined });
    }
    expect(received).toEqual([]);
  });

  test.each(["backend", "ip_restriction", "traffic_policy"])(
    "null for %s: an update cannot remove it",
    async (module) => {
      const { baseUrl, received } = await answering((response) => void response.end());
      const { tcpEdges } = clientOf(baseUrl);
      const updated = await failing(InvalidRequest, tcpEdges.update("e", { [module]: null }));
      expect(updated).toMatchObject({
        field: module,
        message: `The request to update TCP edge was not sent: "${module}" is null.`,
        help: expect.stringMatching(/^An update cannot remove a module\./),
      });
      const created = await failing(InvalidRequest, tcpEdges.create({ [module]: null }));
      expect(created.help).toBe("Omit it for an edge without this module.");
      expect(received).toEqual([]);
    },
  );

  test("unless told otherwise, what is not a policy document", async () => {
    const { client } = await emulated("edge_1");
    const value = '{"later_key":[]}';
    const input = { traffic_policy: { value } };
    await failing(InvalidRequest, client.tcpEdges.update("edge_1", input));
    const updated = await client.tcpEdges.update("edge_1", input, { anyValue: true });
    expect(updated.traffic_policy?.value).toBe(value);
  });

  test.each([
    "{}",
    '{"inbound":null}',
    '{"inbound":[],"later_key":1}',
    '{"inbound":[{"actions":[{"type":"later","config":{"n":12345678901234567890},"later":1}]}]}',
    '{"inbound":[{"expressions":null,"actions":[{"type":"deny","config":null}]}]}',
    '{"on_http_request":[{"actions":[]}]}',
  ])("but not what is not known to be wrong: %s", async (value) => {
    const { client } = await emulated("edge_1");
    const input = { traffic_policy: { value } };
    expect((await client.tcpEdges.update("edge_1", input)).id).toBe("edge_1");
  });

  test("the API key as an identifier", async () => {
    const { baseUrl, received } = await answering((response) => void response.end());
    const error = await failing(InvalidRequest, clientOf(baseUrl).tcpEdges.get(apiKey));
    expect(error.message).toBe('The request to get TCP edge was not sent: "id" holds the API key.');
    expect(error).toMatchObject({ field: "id", path: "/edges/tcp/{id}", attempts: 0 });
    expect(received).toEqual([]);
  });

  test.each([
    ["an empty identifier", ""],
    ["an identifier that is not well-formed text", "\ud800"],
  ])("%s", async (_what, identifier) => {
    const { baseUrl, received } = await answering((response) => void response.end());
    const { tcpEdges, httpsRoutes } = clientOf(baseUrl);
    const error = await failing(InvalidRequest, tcpEdges.get(identifier));
    expect(error.message).toBe(
      'The request to get TCP edge was not sent: "id" is empty or not well-formed text.',
    );
    expect(error).toMatchObject({ field: "id", path: "/edges/tcp/{id}", attempts: 0 });
    const path = "/edges/https/{edge_id}/routes/{id}/traffic_policy";
    const { trafficPolicy } = httpsRoutes;
    for (const [field, get] of [
      ["edge_id", trafficPolicy.get(identifier, "route_1")],
      ["id", trafficPolicy.get("edge_1", identifier)],
    ] as const) {
      expect(await failing(InvalidRequest, get)).toMatchObject({ field, path });
    }
    expect(received).toEqual([]);
  });

  test("but not what is just within the bounds", async () => {
    const { client } = await emulated();
    const input = { description: `${"é".repeat(127)}x`, metadata: "x".repeat(4096) };
    expect(await client.tcpEdges.create(input)).toMatchObject(input);
  });
});

test("a body that JSON cannot hold is told in a sentence, and nothing is sent", async () => {
  let deep: object = {};
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const { baseUrl, received } = await answering((response) => void response.end("{}"));
  for (const [extra, what] of [
    [deep, "its body is nested too deep"],
    [circular, "its body contains itself or a value that JSON cannot represent"],
    [5n, "its body contains itself or a value that JSON cannot represent"],
  ]) {
    const error = await failing(
      InvalidRequest,
      clientOf(baseUrl).tcpEdges.create({ extra } as TcpEdgeInput),
    );
    expect(error).toMatchObject({
      message: `The request to create TCP edge was not sent: ${what}.`,
      attempts: 0,
      effect: "none",
    });
  }
  expect(received).toEqual([]);
});
