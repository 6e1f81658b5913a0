import { once } from "node:events";
import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { describe, expect, test } from "vitest";
import { errorBody, started } from "./requests.ts";

const unauthorized = {
  status: 401,
  body: errorBody(401, "unauthorized", "The API key is missing or invalid."),
};

describe("API key", () => {
  test.each(["", "Bearer", "Bearer ", "Basic a2V5", "wrong-key", "Bearer wrong-key", "Bearer a b"])(
    "%j is refused when one is set",
    async (authorization) => {
      const { send } = await started({ apiKey: "right-key", tcpEdges: ["edge_1"] });
      expect(await send("GET", "/edges/tcp/edge_1", undefined, { authorization })).toEqual(
        unauthorized,
      );
    },
  );

  test("the one that is set is taken", async () => {
    const { send } = await started({ apiKey: "right-key", tcpEdges: ["edge_1"] });
    const headers = { authorization: "Bearer right-key" };
    expect((await send("GET", "/edges/tcp/edge_1", undefined, headers)).status).toBe(200);
  });

  test("any is taken when none is set, but one there must be", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    expect((await send("GET", "/edges/tcp/edge_1")).status).toBe(200);
    expect(await send("GET", "/edges/tcp/edge_1", undefined, { authorization: "" })).toEqual(
      unauthorized,
    );
  });

  test("comes before everything else", async () => {
    const { send } = await started();
    const headers = { authorization: "", "service-version": "1" };
    for (const [method, path, body] of [
      ["GET", "/nowhere", undefined],
      ["POST", "/edges/tcp", "{"],
      ["DELETE", "/edges/tcp/edge_9", undefined],
      ["GET", "/edges/tcp/%zz", undefined],
      ["GET", `/edges/tcp/${"a".repeat(3000)}`, undefined],
    ] as const) {
      expect(await send(method, path, body, headers)).toEqual(unauthorized);
    }
  });
});

describe("version header", () => {
  test.each(["", "1", "2, 2"])("%j is refused", async (version) => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    const headers = { "service-version": version };
    for (const path of ["/edges/tcp/edge_1", "/edges/tcp/%zz"]) {
      expect(await send("GET", path, undefined, headers)).toEqual({
        status: 400,
        body: errorBody(400, "invalid_version", "The header Service-Version must be 2."),
      });
    }
  });

  test("may be another", async () => {
    const versionHeader = { name: "Other-Version", value: "7" };
    const { send } = await started({ versionHeader, tcpEdges: ["edge_1"] });
    expect((await send("GET", "/edges/tcp/edge_1")).status).toBe(400);
    const headers = { "other-version": "7" };
    expect((await send("GET", "/edges/tcp/edge_1", undefined, headers)).status).toBe(200);
  });
});

test.each([
  ["GET", "/"],
  ["GET", "/edges/tcp/edge_1/"],
  ["GET", "/edges/tcp/edge_1/traffic_policy"],
  ["PUT", "/edges/tcp/edge_1"],
  ["POST", "/edges/https/e/routes/r/traffic_policy"],
])("%s %s does not exist", async (method, path) => {
  const { send } = await started({ tcpEdges: ["edge_1"] });
  expect(await send(method, path)).toEqual({
    status: 404,
    body: errorBody(404, "not_found", `There is no operation ${method} ${path}.`),
  });
});

test("HEAD does not exist", async () => {
  const { send } = await started({ tcpEdges: ["edge_1"] });
  expect(await send("HEAD", "/edges/tcp/edge_1")).toEqual({ status: 404, body: undefined });
});

test("an empty identifier is not found", async () => {
  const { send } = await started({ tcpEdges: ["edge_1"] });
  expect((await send("GET", "/edges/tcp/")).status).toBe(404);
});

test.each(["/edges/tcp/%zz", "/edges/tcp/%", "/%c3%28/edges", "/edges/https/e/routes/%E0%A4?x=1"])(
  "a path that is wrongly encoded is refused in the same form: %s",
  async (path) => {
    const { send } = await started();
    const { status, body } = await send("GET", path);
    expect(status).toBe(400);
    expect(body).toEqual(
      errorBody(400, "invalid_request", `The path ${path} is not percent-encoded correctly.`),
    );
  },
);

test("a query may be encoded as it likes", async () => {
  const { send } = await started();
  expect((await send("GET", "/edges/tcp?x=%zz")).status).toBe(200);
});

describe("an identifier", () => {
  const tooLong = {
    status: 414,
    body: errorBody(414, "path_too_long", "An identifier has more than 2048 characters."),
  };

  test.each(["x", "%C3%A9"])("may have 2048 characters: %s", async (character) => {
    const { send } = await started();
    expect((await send("GET", `/edges/tcp/${character.repeat(2048)}`)).status).toBe(404);
    expect(await send("GET", `/edges/tcp/${character.repeat(2049)}`)).toEqual(tooLong);
    const routes = `/edges/https/e/routes/${character.repeat(2049)}/traffic_policy`;
    expect(await send("PUT", routes, { value: "{}" })).toEqual(tooLong);
  });

  test("that is too long is none where there is no operation", async () => {
    const { send } = await started();
    expect((await send("GET", `/nowhere/${"x".repeat(3000)}`)).status).toBe(404);
  });
});

describe("a body", () => {
  test.each([
    ["text/plain", 'The body has the content type "text/plain", and must have "application/json".'],
    [
      "application/jsonp",
      'The body has the content type "application/jsonp", and must have "application/json".',
    ],
    ["", 'The body has no content type, and must have "application/json".'],
  ])("of the type %j is refused in the same form", async (type, message) => {
    const { send } = await started();
    const answer = await send("POST", "/edges/tcp", Buffer.from("{}"), { "content-type": type });
    expect(answer).toEqual({ status: 415, body: errorBody(415, "invalid_content_type", message) });
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json ;a=b"])(
    "of the type %j is taken",
    async (type) => {
      const { send } = await started();
      const answer = await send("POST", "/edges/tcp", "{}", { "content-type": type });
      expect(answer.status).toBe(201);
    },
  );

  const tooLarge = {
    status: 413,
    body: errorBody(413, "body_too_large", "The body has more than 1048576 bytes."),
  };

  test("that is too large is refused in the same form, and one byte less is not", async () => {
    const { send } = await started();
    const size = 1024 * 1024 - '{"colour":""}'.length;
    expect((await send("POST", "/edges/tcp", { colour: "x".repeat(size) })).status).toBe(201);
    expect(await send("POST", "/edges/tcp", { colour: "x".repeat(size + 1) })).toEqual(tooLarge);
  });

  test("that never ends is refused once it is too large, and the connection goes on", async () => {
    const { baseUrl, send } = await started();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: "Bearer k", "service-version": "2" };
    const sent = request(`${baseUrl}/edges/tcp`, { method: "POST", headers, agent });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    const writing = setInterval(() => sent.write("x".repeat(100_000)), 1);
    const [response] = await answered;
    const { socket } = response;
    const body: unknown = JSON.parse(Buffer.concat(await response.toArray()).toString());
    expect({ status: response.statusCode, body }).toEqual(tooLarge);
    clearInterval(writing);
    await new Promise<void>((done) => sent.end(done));
    const next = request(`${baseUrl}/edges/tcp`, { headers, agent }).end();
    const [after] = (await once(next, "response")) as [IncomingMessage];
    expect([after.statusCode, after.socket === socket]).toEqual([200, true]);
    after.resume();
    agent.destroy();
    expect((await send("GET", "/edges/tcp")).body).toMatchObject({ tcp_edges: [] });
  });

  test("is not looked at by an operation that takes none", async () => {
    const { send } = await started({ tcpEdges: ["edge_1"] });
    expect((await send("DELETE", "/edges/tcp/edge_1", "{")).status).toBe(204);
  });
});

describe("only programs of this machine are answered", () => {
  const allowed = { authorization: "Bearer k", "service-version": "2" };
  const edge = "/edges/tcp/edge_1";

  test.each(["127.0.0.1", "localhost", "LOCALHOST:1", "[::1]", "[::1]:65535"])(
    "who asks for %s, and the URI in the answer is the emulator's own",
    async (host) => {
      const { baseUrl } = await started({ tcpEdges: ["edge_1"] });
      const { status, body } = await asked(baseUrl, "GET", edge, { ...allowed, host });
      expect([status, body]).toMatchObject([200, { uri: `${baseUrl}${edge}` }]);
    },
  );

  test.each([
    "evil.example",
    "evil.example:4040",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example@127.0.0.1",
    "127.0.0.1:4040:80",
    "localhost, evil.example",
    "127.0.0.2",
    "0.0.0.0",
    "[::]",
  ])("not who asks for %j", async (host) => {
    const message = `The emulator answers to the hosts 127.0.0.1, localhost and [::1] only, not to "${host}".`;
    expect(await answers({ ...allowed, host })).toEqual(refused(message));
  });

  test.each(["https://evil.example", "http://localhost:3000", "https://127.0.0.1", "null"])(
    "not a page of %s",
    async (origin) => {
      const message = `Web pages cannot use the emulator, and "${origin}" is the origin of one.`;
      const headers = { ...allowed, host: "127.0.0.1:80", origin };
      expect(await answers(headers)).toEqual(refused(message));
    },
  );

  test("its own origin is no foreign one", async () => {
    const { baseUrl } = await started({ tcpEdges: ["edge_1"] });
    const { host } = new URL(baseUrl);
    const headers = { ...allowed, host, origin: `http://${host}` };
    expect((await asked(baseUrl, "GET", edge, headers)).status).toBe(200);
  });

  const refused = (message: string) =>
    Array.from({ length: 5 }, () => ({
      status: 403,
      cors: [],
      body: errorBody(403, "forbidden", message),
    }));

  /** The answers to requests that would be refused later for what else is wrong; nothing is done or counted. */
  async function answers(headers: OutgoingHttpHeaders): Promise<unknown[]> {
    const seen: unknown[] = [];
    const { baseUrl, send } = await started({
      tcpEdges: ["edge_1"],
      apiKey: "k",
      requestsPerMinute: 2,
      faults: { faults: [{ fault: "failure", status: 503, times: 1 }] },
      onRequest: (received) => void seen.push(received),
    });
    const { authorization: _key, ...stranger } = headers;
    const got: unknown[] = [];
    for (const [method, path, given, text] of [
      ["PATCH", edge, { ...headers, "content-type": "application/json" }, '{"description":"x"}'],
      ["POST", "/edges/tcp", { ...headers, "content-type": "text/plain" }, "{"],
      ["OPTIONS", edge, { ...stranger, "access-control-request-method": "PATCH" }],
      ["GET", "/edges/tcp/%zz", stranger],
      ["GET", "/nowhere", headers],
    ] as const) {
      const { status, body, headers: told } = await asked(baseUrl, method, path, given, text);
      const cors = Object.keys(told).filter((name) => name.startsWith("access-control"));
      got.push({ status, cors, body });
    }
    expect(seen).toEqual([]);
    const key = { authorization: "Bearer k" };
    expect((await send("GET", edge, undefined, key)).status).toBe(503);
    expect((await send("GET", edge, undefined, key)).body).not.toHaveProperty("description");
    return got;
  }
});

/** Asks with a host of choice, which `fetch` does not let one have. */
async function asked(
  baseUrl: string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: unknown }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${baseUrl}${path}`, { method, headers }, resolve).on("error", reject).end(body);
  });
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) };
}
