import { createHmac } from "node:crypto";
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import {
  compilePolicy,
  simulate,
  TokenVerifications,
  type Outcome,
  type Stub,
} from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { startGateway } from "@traffic-policy/gateway";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { howMany, sampled } from "../seeded.ts";
import { signedToken, signingKey } from "../policy-engine/tokens/signed-token.ts";
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

const directions = fc.record({
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

const keys = "https://issuer.example/jwks";
const key = signingKey("ES256");
const webhookSecret = "s3cret";
const tiers = "http://127.0.0.1:PORT/tier";
const billing = "https://billing.internal";

const actionResults = "actions.ngrok";
const replacing = (of: string, from: string, to: string) =>
  action(`${of}-body-find-replace`, { replacements: [{ from, to }, { from: "none" }] });

const token = (method: string, prefix: string) =>
  action("jwt-validation", {
    issuer: { allow_list: [{ value: "a" }] },
    audience: { allow_list: [{ value: "b" }] },
    http: { tokens: [{ type: "jwt", method, name: "authorization", prefix }] },
    jws: { allowed_algorithms: ["ES256"], keys: { sources: { additional_jkus: [keys] } } },
  });

const asking = action("http-request", {
  url: tiers,
  headers: { "x-secret": "${secrets.get('vault', 'name')}" },
});

const phaseConditions = [
  ...conditions,
  [
    `${actionResults}.http_request.res != null && ${actionResults}.http_request.res.status_code == 200`,
  ],
];

const phaseChanges = [
  ...changes.filter(({ type }) => type !== "compress-response"),
  replacing("request", "a+", "ä${req.method}"),
  replacing("request", "(?s)^.*$", "all of it"),
  action("set-vars", { vars: [{ host: "${req.host}" }, { both: "${vars.host} ${req.method}" }] }),
  action("set-vars", { vars: [{ secret: "${secrets.get('vault', 'name')}" }] }),
  action("verify-webhook", { provider: "github", secret: webhookSecret, enforce: false }),
  action("log", { metadata: { verified: `\${${actionResults}.verify_webhook.verified}` } }),
  asking,
  action("log", { metadata: { body: `\${${actionResults}.http_request.res.body}` } }),
];

const phaseEndings = [
  ...endings.map(({ type, config: { content, ...config } }) =>
    action(type, content === undefined ? config : { ...config, body: content }),
  ),
  action("custom-response", {
    status_code: 200,
    body: "data: a message\n\n",
    headers: { "content-type": "text/event-stream" },
  }),
  action("custom-response", {
    status_code: 200,
    body: `\${${actionResults}.http_request.res.body}`,
  }),
  action("forward-internal", { url: billing }),
  action("forward-internal", { url: "${'https://billing'}.internal:443", on_error: "continue" }),
  action("verify-webhook", { provider: "github", secret: "${'s3cret'}" }),
  token("header", "Bearer "),
  token("body", ""),
];

const phaseResponseChanges = [
  ...responseChanges,
  replacing("response", "a", "é☃"),
  replacing("response", "(?m)^data: .*$", "data: other"),
  asking,
  action("add-headers", { headers: { "x-tier": `\${${actionResults}.http_request.res.body}` } }),
];

const messageChanges = [
  ["a", "b"],
  ["(?s)^(.)(.*)$", "$2$1"],
  ["m", ""],
  ["$", "\nline"],
].map(([from = "", to = ""]) =>
  action("sse-find-replace", {
    replacements: [
      { from, to },
      { field: "retry", from: "5", to: "6" },
    ],
  }),
);

const phases = fc.record({
  on_tcp_connect: fc.array(
    rule(
      [[], ["conn.client_ip == '203.0.113.7'"]],
      [changes.at(-1) ?? "", action("log", { metadata: { ip: "${conn.client_ip}" } })],
    ),
    { maxLength: 1 },
  ),
  on_http_request: fc.array(
    fc.oneof(
      { arbitrary: rule(phaseConditions, phaseChanges), weight: 5 },
      { arbitrary: rule(phaseConditions.slice(1), phaseEndings), weight: 2 },
    ),
    { maxLength: 5 },
  ),
  on_http_response: fc.array(
    fc.oneof(
      { arbitrary: rule(responseConditions, phaseResponseChanges), weight: 6 },
      { arbitrary: rule(responseConditions.slice(2), phaseEndings.slice(2, 3)), weight: 1 },
    ),
    { maxLength: 3 },
  ),
  on_event_stream_message: fc.array(rule(responseConditions.slice(0, 4), messageChanges), {
    maxLength: 2,
  }),
});

interface ReceivedBy extends Received {
  /** Which server. */
  readonly by: string;
}

const dialects = { directions, phases };

const events =
  "retry: 500\ndata: a message\ndata: more\n\n: a\n\nid: 5\r\ndata: ä\r\n\r\ndata: rest";

const bodies = fc.oneof(
  fc.constantFrom("", "a", "body ".repeat(100), "☃ é", "x".repeat(50_000), events),
  fc.constantFrom(JSON.stringify({ authorization: signedToken(key, { iss: "a", aud: "b" }) })),
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
    ["Authorization", `Bearer ${signedToken(key, { iss: "a", aud: "b" })}`],
    ["Content-Type", "application/json"],
  ]),
  body: fc.option(bodies),
  signature: fc.constantFrom("none", "right", "wrong"),
  isChunked: fc.boolean(),
  response: fc.record({
    status: fc.constantFrom(200, 200, 201, 204, 206, 304, 404, 500, 503),
    headers: some([
      ["ETag", '"1"'],
      ["Content-Digest", "sha-256=:YQ==:"],
      ["Accept-Ranges", "bytes"],
      ["Set-Cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["Cache-Control", "public, no-transform"],
      ["Vary", "cookie"],
      ["X-Latin1", "\xe9"],
    ]),
    type: fc.constantFrom(undefined, "text/html; charset=utf-8", "text/event-stream"),
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
const count = Math.ceil(Number(process.env["TEST_RUNS"] ?? howMany(120, 2000)) / perPolicy);

test.each(Object.entries(dialects))(
  `${count * perPolicy} random exchanges of policies of %s through the gateway end as simulated`,
  async (dialect, policies) => {
    let next: AnyExchange | undefined;
    let received: ReceivedBy | undefined;
    const serving = async (by: string): Promise<number> => {
      const answer: RequestListener = (incoming, response) => {
        void (async () => {
          const { method = "", url = "", rawHeaders, headers } = incoming;
          received = { method, url, rawHeaders, headers, body: await bodyOf(incoming), by };
          if (next !== undefined) respond(next, response);
        })();
      };
      return listening(createServer(answer));
    };
    const upstream = `http://127.0.0.1:${await serving("upstream")}`;
    const endpoints = { [billing]: `http://127.0.0.1:${await serving("billing")}` };
    let askedOf = 0;
    const tier: RequestListener = (incoming, response) => {
      askedOf++;
      expect(incoming.headers["x-secret"]).toBe("secret value");
      response.end("gold");
    };
    const port = await listening(createServer(tier));
    // What simulating cannot ask: the answer of the server beside.
    const stubs: Readonly<Record<string, Stub>> = {
      "http-request": () => ({
        next: true,
        results: { res: { status_code: 200, body: "gold" } as never },
      }),
    };
    const given = {
      keySets: { [keys]: { keys: [key.jwk] } },
      secrets: { vault: { name: "secret value" } },
    };
    const tokens = new TokenVerifications();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const results = new Map<string, number>();
    const counted = (what: string): void => void results.set(what, (results.get(what) ?? 0) + 1);

    const documents = sampled<object>(policies as fc.Arbitrary<object>, count).slice(0, count);
    const all = sampled(exchanges, count * perPolicy);
    for (const [index, made] of documents.entries()) {
      const document = JSON.parse(
        JSON.stringify(made).replaceAll("PORT", String(port)),
      ) as JsonValue;
      const policy = await compilePolicy(document);
      expect(policy.problems).toEqual([]);
      const gateway = await startGateway({
        policy,
        upstream,
        endpoints,
        connection,
        url: "https://shop.example",
        simulation: given,
      });
      for (const one of all.slice(index * perPolicy, (index + 1) * perPolicy)) {
        next = one;
        received = undefined;
        const sent = headersOf(one);
        const got = await send(gateway.url, one, sent, agent);
        const outcome = await simulate(
          policy,
          {
            connection,
            endpoint: { url: "https://shop.example" },
            request: {
              method: one.method,
              url: one.target,
              headers: decoded(sent),
              ...(one.body !== null && { body: one.body }),
            },
            response: responseOf(one),
          },
          { ...given, stubs, tokens, compressionAlgorithms: ["gzip", "deflate", "br"] },
        );
        const answered = `${got.message.statusCode ?? 0} ${got.body.toString().slice(0, 200)}`;
        const about = JSON.stringify({ answered, document, one, outcome }, undefined, 1);
        expect(outcome.notSimulated, about).toEqual([]);
        expect(seenUpstream(received, one), about).toEqual(saidOfUpstream(outcome, one));
        // A rule of the response may have read the whole of it, so that its length is known.
        const hasLength = got.message.headers["content-length"] !== undefined;
        const isStream = isOfMessages(outcome, one) && !hasLength;
        expect(seenClient(got, outcome, isStream), about).toEqual(
          saidOfClient(outcome, one, isStream),
        );
        counted(outcome.result);
        if (isStream) counted("stream");
        if ((received as ReceivedBy | undefined)?.by === "billing") counted("endpoint");
        if (outcome.request?.body !== undefined && outcome.request.body !== one.body)
          counted("body");
        if (outcome.response?.body !== undefined && outcome.response.body !== one.response.body) {
          counted("response body");
        }
      }
      await gateway.close({ now: true });
    }
    // Otherwise it would show little.
    for (const result of ["forwarded", "answered"]) {
      expect(results.get(result)).toBeGreaterThan(count);
    }
    const others = ["stream", "endpoint", "body", "response body"].map(
      (what) => results.get(what) ?? 0,
    );
    const isPhases = dialect === "phases";
    expect([Math.min(...others) > 2, askedOf > count]).toEqual([isPhases, isPhases]);
  },
  240_000,
);

/** Answers as the upstream. */
function respond(one: AnyExchange, response: ServerResponse): void {
  const { status, body, isChunked, hasTrailers } = one.response;
  const headers = responseHeaders(one);
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

function responseHeaders({ response: { type, headers } }: AnyExchange): string[] {
  return [...(type === undefined ? [] : ["Content-Type", type]), ...headers];
}

/** Whether a response has a body that its client reads. */
function canHaveBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

/** The head that the client sends, besides what is about its connection. */
function headersOf({ method, body, isChunked, headers, signature }: AnyExchange): string[] {
  const length = ["content-length", String(Buffer.byteLength(body ?? ""))];
  const hasNone = body === null && ["GET", "HEAD"].includes(method);
  const framing = isChunked && body !== null ? ["transfer-encoding", "chunked"] : length;
  const hash = createHmac("sha256", webhookSecret)
    .update(body ?? "")
    .digest("hex");
  const signed = signature === "right" ? hash : hash.replaceAll(/./g, "0");
  const webhook = signature === "none" ? [] : ["X-Hub-Signature-256", `sha256=${signed}`];
  return ["host", "shop.example", ...headers, ...webhook, ...(hasNone ? [] : framing)];
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

function responseOf(one: AnyExchange) {
  const { method, response } = one;
  const { status, body, isChunked, hasTrailers } = response;
  const length: [string, string][] =
    isChunked || status === 204 ? [] : [["content-length", String(Buffer.byteLength(body))]];
  const isUnknown = isChunked || !canHaveBody(method, status);
  return {
    status,
    headers: [
      ...decoded(responseHeaders(one)),
      ...(hasTrailers ? [["trailer", "x-sum"] as [string, string]] : []),
      ...length,
    ],
    ...(isUnknown && length.length === 0 && { bodySize: null }),
    ...(canHaveBody(method, status) && { body }),
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
function seenUpstream(received: ReceivedBy | undefined, { method }: AnyExchange) {
  if (received === undefined) return undefined;
  const { url, rawHeaders, body, by } = received;
  expect(received.method).toBe(method);
  const headers = heads(decoded(rawHeaders), ["content-length"]);
  return { url, headers, body: body.toString(), by };
}

function saidOfUpstream({ request: forwarded, directions: parts }: Outcome, { body }: AnyExchange) {
  if (forwarded === undefined) return undefined;
  const isForwarded = parts.some((part) => part.by?.type === "forward-internal");
  const by = isForwarded ? "billing" : "upstream";
  const url = forwarded.url.replace(/^https?:\/\/[^/?]*/, "");
  const headers = heads(pairsOf(forwarded.headers), ["content-length"]);
  const changed = String(forwarded.body ?? body ?? "");
  return { url: url.startsWith("/") ? url : `/${url}`, headers, body: changed, by };
}

/** Whether rules ran for the messages of what the upstream has sent: the length of that is not known before. */
function isOfMessages(
  { directions: parts, result, rules }: Outcome,
  { method, response: { type, status } }: AnyExchange,
): boolean {
  const section = "on_event_stream_message";
  const ran =
    rules.some(({ direction }) => direction === section) &&
    parts.some((part) => part.direction === section && part.result !== "skipped");
  const isStream = type === "text/event-stream" && canHaveBody(method, status);
  return ran && result === "forwarded" && isStream;
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
  br: (body) => brotliDecompressSync(body),
};

function seenClient(
  { message, body }: { message: IncomingMessage; body: Buffer },
  { response }: Outcome,
  isStream: boolean,
) {
  const decoder = body.length === 0 ? undefined : decoders[response?.compression ?? ""];
  const decode = decoder ?? ((bytes: Buffer) => bytes);
  return {
    status: message.statusCode,
    headers: heads(decoded(message.rawHeaders), isStream ? ["content-length"] : []),
    body: decode(body).toString(),
    trailers: message.trailers,
  };
}

function saidOfClient(
  { response, result }: Outcome,
  { method, response: sent }: AnyExchange,
  isStream: boolean,
) {
  const { status = 0, headers = {}, compression } = response ?? {};
  const isForwarded = result === "forwarded";
  const body = String(response?.body ?? "");
  const hasBody = canHaveBody(method, status);
  const hasLength = headers["content-length"] !== undefined && !isStream;
  const isChunked = isForwarded && hasBody && !hasLength;
  // What the gateway answers itself has its length, whatever rules of the response make of the header.
  const isOwn = !isForwarded && compression === undefined && status !== 204;
  const own = isOwn ? { "content-length": [String(Buffer.byteLength(body))] } : {};
  return {
    status,
    headers: heads(
      pairsOf({ ...headers, ...own }).map(([name, value]) => [
        name,
        // RFC 9110, section 8.8.3.3: the bytes are others.
        name === "etag" && compression !== undefined ? `W/${value}` : value,
      ]),
      [
        // RFC 9110, section 8.6: this status has no length.
        ...(status === 204 || isStream ? ["content-length"] : []),
        ...(isChunked ? [] : ["trailer"]),
        ...(compression === undefined ? [] : ["content-digest", "accept-ranges"]),
      ],
    ),
    body: hasBody ? body : "",
    trailers: isForwarded && hasBody && sent.isChunked && sent.hasTrailers ? { "x-sum": "97" } : {},
  };
}
