import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { compilePolicy, simulateSync, type Outcome } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { startGateway } from "@traffic-policy/gateway";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { howMany, sampled } from "../seeded.ts";
import { bodyOf, listening, type Received } from "./world.ts";

// Policies are made of rules that touch all that the gateway does by itself: URLs, headers, bodies.
const conditions = [
  [],
  ["req.method == 'GET'"],
  ["req.url.path.startsWith('/v1/')"],
  ["hasQueryParam('debug')", "getQueryParam('debug')[0] != '0'"],
  ["req.content_length > 10"],
  ["'x-name' in req.headers && req.headers['x-name'][0] == 'Zoë'"],
  ["conn.geo.country_code in ['NO', 'SE']"],
  ["hasReqCookie('session')"],
  ["size(getReqHeader('X-Many')) > 1"],
  ["req.url.raw.contains('%2F')"],
  ["hasQueryParam('q')"],
];

const responseConditions = [
  [],
  ["res.status_code < 300"],
  ["res.status_code >= 500"],
  ["hasResHeader('Etag')"],
  ["res.content_type == 'text/html'"],
  ["res.content_length > 100"],
];

const action = (type: string, config: Readonly<Record<string, JsonValue>> = {}) => ({
  type,
  config,
});

const changes = [
  action("url-rewrite", { from: "/v1/([a-z%0-9F]*)", to: "/v2/$1/é ?from=$1&$args" }),
  action("url-rewrite", { from: "^https?://[^/]+", to: "https://other.example:8443" }),
  action("url-rewrite", { from: "a", to: "${req.method}" }),
  action("add-headers", { headers: { "x-path": "${req.url.path} ☃", host: "set.example" } }),
  action("add-headers", { headers: { "x-many": "added", "content-length": "3" } }),
  action("add-headers", { headers: { "x-q": "${getQueryParam('q')[0]}" } }),
  action("remove-headers", { headers: ["cookie", "x-name", "accept-encoding"] }),
  action("remove-headers", { headers: ["content-length", "user-agent"] }),
  action("compress-response", { algorithms: ["br", "gzip"] }),
  action("log", { metadata: { path: "${req.url.path}" } }),
  action("restrict-ips", { enforce: true, allow: ["203.0.113.0/24"], deny: ["203.0.113.9/32"] }),
];

const endings = [
  action("deny"),
  action("deny", { status_code: 404 }),
  action("custom-response", { status_code: 200, content: "Hei ${req.url} ☃" }),
  action("custom-response", { status_code: 204, content: "none", headers: { "x-a": "b" } }),
  action("custom-response", { status_code: 200, content: "a", headers: { trailer: "x-sum" } }),
  action("redirect", {
    from: "^https?://([^/]+)/(.*)",
    to: "https://$1/moved/$2",
    status_code: 301,
  }),
  action("redirect", { from: "/v1/none/", to: "/v2/" }),
];

const responseChanges = [
  action("add-headers", { headers: { "x-status": "${res.status_code}", "set-cookie": "added=1" } }),
  action("remove-headers", { headers: ["etag", "set-cookie", "content-length"] }),
  action("compress-response", { algorithms: ["gzip", "deflate", "br"] }),
  action("compress-response"),
];

const rule = (expressions: readonly string[][], actions: readonly JsonValue[]) =>
  fc.record({
    expressions: fc.constantFrom(...expressions),
    actions: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 2 }),
  });

const policies = fc.record({
  inbound: fc.array(
    fc.oneof(
      { arbitrary: rule(conditions, changes), weight: 5 },
      { arbitrary: rule(conditions.slice(1), endings), weight: 1 },
    ),
    { maxLength: 5 },
  ),
  outbound: fc.array(
    fc.oneof(
      { arbitrary: rule(responseConditions, responseChanges), weight: 6 },
      { arbitrary: rule(responseConditions.slice(2), endings.slice(2, 3)), weight: 1 },
    ),
    { maxLength: 3 },
  ),
});

const bodies = fc.oneof(
  fc.constantFrom("", "a", "body ".repeat(100), "☃ é", "x".repeat(50_000)),
  fc.string({ maxLength: 40 }),
);

const path = fc
  .array(
    fc.constantFrom(
      "v1",
      "a",
      "b%2Fc",
      "..",
      ".",
      "",
      "%C3%A9",
      "a;b=c",
      "a%41",
      "|{}",
      '"',
      "100%",
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => `/${parts.join("/")}`);

const query = fc.constantFrom(
  "",
  "?",
  "?debug=1",
  "?debug=0&a=b%20c",
  "?debug&debug=2",
  "?x=a+b?c/d",
  "?q=a|b&debug",
  '?q={"a"}',
  "?q=100%",
  "?q=%01",
);

const some = (names: readonly (readonly [string, string])[]) =>
  fc.subarray([...names]).map((pairs) => pairs.flatMap(([name, value]) => [name, value]));

const latin1 = (value: string): string => Buffer.from(value).toString("latin1");

const exchanges = fc.record({
  method: fc.constantFrom("GET", "GET", "POST", "PUT", "HEAD", "DELETE", "PATCH"),
  target: fc.tuple(path, query).map((parts) => parts.join("")),
  headers: some([
    ["Accept-Encoding", "gzip;q=0.5, br"],
    ["accept-encoding", "deflate, *;q=0.1"],
    ["Cookie", "session=1; theme=dark"],
    ["X-Many", "1"],
    ["x-many", "2"],
    ["X-Name", latin1("Zoë")],
    ["X-Bytes", "\xff\xfe"],
    ["User-Agent", "test/1"],
    ["X-Forwarded-Other", "kept"],
  ]),
  body: fc.option(bodies),
  isChunked: fc.boolean(),
  response: fc.record({
    status: fc.constantFrom(200, 200, 201, 204, 206, 304, 404, 500, 503),
    headers: some([
      ["Content-Type", "text/html; charset=utf-8"],
      ["ETag", '"1"'],
      ["Content-Digest", "sha-256=:YQ==:"],
      ["Accept-Ranges", "bytes"],
      ["Set-Cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["Cache-Control", "public, no-transform"],
      ["Vary", "cookie"],
      ["X-Latin1", "\xe9"],
    ]),
    body: bodies,
    isChunked: fc.boolean(),
    hasTrailers: fc.boolean(),
  }),
});

type AnyExchange = typeof exchanges extends fc.Arbitrary<infer One> ? One : never;

const connection = {
  clientIp: "203.0.113.7",
  clientPort: 50_000,
  serverIp: "127.0.0.1",
  bytesIn: 0,
  bytesOut: 0,
  geo: { countryCode: "NO" },
};

const perPolicy = 20;
const count = Math.ceil(Number(process.env["TEST_RUNS"] ?? howMany(400, 2000)) / perPolicy);

test(`${count * perPolicy} random exchanges through the gateway end as simulated`, async () => {
  let next: AnyExchange | undefined;
  let received: Received | undefined;
  const server = createServer((incoming, response) => {
    void (async () => {
      const { method = "", url = "", rawHeaders, headers } = incoming;
      received = { method, url, rawHeaders, headers, body: await bodyOf(incoming) };
      if (next !== undefined) respond(next, response);
    })();
  });
  const upstream = `http://127.0.0.1:${await listening(server)}`;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const results = new Map<string, number>();

  const documents = sampled(policies, count).slice(0, count);
  const all = sampled(exchanges, count * perPolicy);
  for (const [index, document] of documents.entries()) {
    const policy = await compilePolicy(document as unknown as JsonValue);
    expect(policy.problems).toEqual([]);
    const gateway = await startGateway({
      policy,
      upstream,
      connection,
      url: "https://shop.example",
    });
    for (const one of all.slice(index * perPolicy, (index + 1) * perPolicy)) {
      next = one;
      received = undefined;
      const sent = headersOf(one);
      const got = await send(gateway.url, one, sent, agent);
      const outcome = simulateSync(
        policy,
        {
          connection,
          endpoint: { url: "https://shop.example" },
          request: { method: one.method, url: one.target, headers: decoded(sent) },
          response: responseOf(one),
        },
        { compressionAlgorithms: ["gzip", "deflate", "br"] },
      );
      const answered = `${got.message.statusCode ?? 0} ${got.body.toString().slice(0, 200)}`;
      const about = JSON.stringify({ answered, document, one, outcome }, undefined, 1);
      expect(seenUpstream(received, one), about).toEqual(saidOfUpstream(outcome, one));
      expect(seenClient(got, outcome), about).toEqual(saidOfClient(outcome, one));
      results.set(outcome.result, (results.get(outcome.result) ?? 0) + 1);
    }
    await gateway.close({ now: true });
  }
  // Otherwise it would show little.
  for (const result of ["forwarded", "answered"]) {
    expect(results.get(result)).toBeGreaterThan(count);
  }
}, 240_000);

/** Answers as the upstream. */
function respond(one: AnyExchange, response: ServerResponse): void {
  const { status, headers, body, isChunked, hasTrailers } = one.response;
  const hasBody = canHaveBody(one.method, status);
  const length =
    isChunked || status === 204 ? [] : ["content-length", String(Buffer.byteLength(body))];
  const fields = [...headers, ...(hasTrailers ? ["trailer", "x-sum"] : []), ...length];
  if (hasTrailers && !(isChunked && hasBody)) {
    // Others announce trailers that cannot come; Node does not.
    const lines = ["HTTP/1.1 200 OK".replace("200", String(status)), "connection: close"];
    for (let index = 0; index < fields.length; index += 2) {
      lines.push(`${fields[index] ?? ""}: ${fields[index + 1] ?? ""}`);
    }
    response.socket?.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    response.socket?.end(hasBody ? body : "");
    return;
  }
  response.sendDate = false;
  response.writeHead(status, fields);
  if (hasTrailers) response.addTrailers({ "x-sum": "97" });
  response.end(hasBody ? Buffer.from(body) : undefined);
}

/** Whether a response has a body that its client reads. */
function canHaveBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

/** The head that the client sends, besides what is about its connection. */
function headersOf({ method, body, isChunked, headers }: AnyExchange): string[] {
  const length = ["content-length", String(Buffer.byteLength(body ?? ""))];
  const hasNone = body === null && ["GET", "HEAD"].includes(method);
  const framing = isChunked && body !== null ? ["transfer-encoding", "chunked"] : length;
  return ["host", "shop.example", ...headers, ...(hasNone ? [] : framing)];
}

async function send(
  url: string,
  { method, target, body }: AnyExchange,
  headers: readonly string[],
  agent: Agent,
): Promise<{ message: IncomingMessage; body: Buffer }> {
  const { hostname, port } = new URL(url);
  const sent = request({
    hostname,
    port,
    method,
    path: target,
    agent,
    setHost: false,
    headers: headers as unknown as string[],
  });
  // As bytes: Node would write a head together with text in UTF-8.
  sent.end(body === null ? undefined : Buffer.from(body));
  const message = await new Promise<IncomingMessage>((settle, refuse) => {
    sent.once("response", settle).once("error", refuse);
  });
  return { message, body: await bodyOf(message) };
}

/** Names in lower case, and text as its sender meant it. */
function decoded(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const value = Buffer.from(raw[index + 1] ?? "", "latin1");
    const utf8 = value.toString("utf8");
    const text = utf8.includes("\ufffd") ? value.toString("latin1") : utf8;
    pairs.push([(raw[index] ?? "").toLowerCase(), text]);
  }
  return pairs;
}

function responseOf({ method, response }: AnyExchange) {
  const { status, headers, body, isChunked, hasTrailers } = response;
  const length: [string, string][] =
    isChunked || status === 204 ? [] : [["content-length", String(Buffer.byteLength(body))]];
  const isUnknown = isChunked || !canHaveBody(method, status);
  return {
    status,
    headers: [
      ...decoded(headers),
      ...(hasTrailers ? [["trailer", "x-sum"] as [string, string]] : []),
      ...length,
    ],
    ...(isUnknown && length.length === 0 && { bodySize: null }),
  };
}

const ofConnection = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "date",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
]);

type Heads = Record<string, string[]>;

function heads(
  pairs: readonly (readonly [string, string])[],
  without: readonly string[] = [],
): Heads {
  const record: Heads = {};
  for (const [name, value] of pairs) {
    if (!ofConnection.has(name) && !without.includes(name)) (record[name] ??= []).push(value);
  }
  return record;
}

function pairsOf(headers: NonNullable<Outcome["response"]>["headers"]): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
}

// The length follows from the body, which is compared itself.
function seenUpstream(received: Received | undefined, { method }: AnyExchange) {
  if (received === undefined) return undefined;
  const { url, rawHeaders, body } = received;
  expect(received.method).toBe(method);
  return { url, headers: heads(decoded(rawHeaders), ["content-length"]), body: body.toString() };
}

function saidOfUpstream({ request: forwarded }: Outcome, { body }: AnyExchange) {
  if (forwarded === undefined) return undefined;
  const url = forwarded.url.replace(/^https?:\/\/[^/?]*/, "");
  const headers = heads(pairsOf(forwarded.headers), ["content-length"]);
  return { url: url.startsWith("/") ? url : `/${url}`, headers, body: body ?? "" };
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
  br: (body) => brotliDecompressSync(body),
};

function seenClient(
  { message, body }: { message: IncomingMessage; body: Buffer },
  { response }: Outcome,
) {
  const decoder = body.length === 0 ? undefined : decoders[response?.compression ?? ""];
  const decode = decoder ?? ((bytes: Buffer) => bytes);
  return {
    status: message.statusCode,
    headers: heads(decoded(message.rawHeaders)),
    body: decode(body).toString(),
    trailers: message.trailers,
  };
}

function saidOfClient({ response, result }: Outcome, { method, response: sent }: AnyExchange) {
  const { status = 0, headers = {}, compression } = response ?? {};
  const isForwarded = result === "forwarded";
  const body = isForwarded ? sent.body : String(response?.body ?? "");
  const hasBody = canHaveBody(method, status);
  const isChunked = isForwarded && hasBody && headers["content-length"] === undefined;
  return {
    status,
    headers: heads(
      pairsOf(headers).map(([name, value]) => [
        name,
        // RFC 9110, section 8.8.3.3: the bytes are others.
        name === "etag" && compression !== undefined ? `W/${value}` : value,
      ]),
      [
        // RFC 9110, section 8.6: this status has no length.
        ...(status === 204 ? ["content-length"] : []),
        ...(isChunked ? [] : ["trailer"]),
        ...(compression === undefined ? [] : ["content-digest", "accept-ranges"]),
      ],
    ),
    body: hasBody ? body : "",
    trailers: isForwarded && hasBody && sent.isChunked && sent.hasTrailers ? { "x-sum": "97" } : {},
  };
}
