import { once } from "node:events";
import { request as nodeRequest } from "node:http";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import {
  ask,
  listening,
  recordingUpstream,
  simulatedAgain,
  sendRaw,
  serve,
  upstreamOf,
} from "./world.ts";

test("a request reaches the upstream as it was sent, and the response comes back", async () => {
  const { url, received } = await recordingUpstream((_request, response) => {
    response.writeHead(201, ["X-Two", "a", "X-Two", "b", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]);
    response.end("made");
  });
  const { gateway, exchanges } = await serve({}, url);
  const answer = await ask(`${gateway.url}/a%2Fb//c?d=%C3%A9&d=2`, {
    method: "PUT",
    headers: { "x-one": ["1", "2"], cookie: "s=1" },
    body: "text",
  });
  expect(answer.status).toBe(201);
  expect(answer.headers["x-two"]).toEqual(["a", "b"]);
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(answer.body.toString()).toBe("made");
  const [first] = received;
  expect(first).toMatchObject({ method: "PUT", url: "/a%2Fb//c?d=%C3%A9&d=2" });
  expect(first?.body.toString()).toBe("text");
  expect(first?.headers).toMatchObject({ "x-one": "1, 2", cookie: "s=1", "content-length": "4" });
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({
    part: "whole",
    status: 201,
    outcome: { result: "forwarded" },
  });
});

test("dots in the path, and bytes in headers that are no text, reach the upstream as they were sent", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve({}, url);
  const value = Buffer.from("é").toString("latin1");
  const target = "/a/../b?%zz";
  const text = await sendRaw(
    gateway.url,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nX-Utf8: ${value}\r\nX-Latin1: \xe9\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toContain("200 OK");
  expect(received[0]?.url).toBe(target);
  expect(received[0]?.headers).toMatchObject({ "x-utf8": value, "x-latin1": "\xe9" });
});

test("rules read a header in UTF-8 as text, and what they write is UTF-8", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve(
    {
      inbound: [
        {
          expressions: ["req.headers['x-name'][0] == 'Zoë'"],
          actions: [
            { type: "add-headers", config: { headers: { "x-hello": "Hei ${req.url.path} ☃" } } },
          ],
        },
      ],
    },
    url,
  );
  const name = Buffer.from("Zoë").toString("latin1");
  await sendRaw(
    gateway.url,
    `GET /p HTTP/1.1\r\nHost: a\r\nX-Name: ${name}\r\nConnection: close\r\n\r\n`,
  );
  expect(Buffer.from(String(received[0]?.headers["x-hello"]), "latin1").toString()).toBe(
    "Hei /p ☃",
  );
});

describe("headers", () => {
  test("of the connection are not forwarded, nor those that the client names", async () => {
    const { url, received } = await recordingUpstream();
    const { gateway } = await serve({}, url);
    await sendRaw(
      gateway.url,
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close, X-Mine, Content-Length\r\nX-Mine: 1\r\nX-Yours: 2\r\nKeep-Alive: timeout=9\r\nProxy-Connection: x\r\nTE: trailers, gzip\r\nUpgrade: h2c\r\nTrailer: a\r\n\r\n",
    );
    const { headers = {} } = received[0] ?? {};
    expect(headers).toMatchObject({ "x-yours": "2", te: "trailers", connection: "keep-alive" });
    expect(Object.keys(headers).toSorted()).toEqual([
      "connection",
      "host",
      "te",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-yours",
    ]);
  });

  test("that the policy adds are forwarded, also when the client names them as the connection's", async () => {
    const { url, received } = await recordingUpstream();
    const action = { type: "add-headers", config: { headers: { "x-country": "NO" } } };
    const { gateway } = await serve({ inbound: [{ actions: [action] }] }, url);
    await sendRaw(
      gateway.url,
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close, X-Country\r\nX-Country: SE\r\n\r\n",
    );
    expect(received[0]?.headers["x-country"]).toBe("NO");
  });

  test("x-forwarded-* are the gateway's, unless the policy changes them", async () => {
    const { url, received } = await recordingUpstream();
    const headers = { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "gopher" };
    const { gateway } = await serve({}, url, { connection: { clientIp: "203.0.113.9" } });
    await ask(`${gateway.url}/`, { headers });
    expect(received[0]?.headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
      "x-forwarded-host": new URL(gateway.url).host,
    });
    const removing = {
      inbound: [
        {
          actions: [
            { type: "remove-headers", config: { headers: ["x-forwarded-for"] } },
            { type: "add-headers", config: { headers: { "x-forwarded-host": "mine" } } },
          ],
        },
      ],
    };
    const other = await serve(removing, url);
    await ask(`${other.gateway.url}/`, { headers });
    expect(received[1]?.headers).not.toHaveProperty("x-forwarded-for");
    expect(received[1]?.headers["x-forwarded-host"]).toBe("mine");
  });

  test.each([
    ["does not send", {}],
    ["sends", { "x-forwarded-for": "192.0.2.1" }],
  ])("that the policy removes do not come back: one that the client %s", async (_how, headers) => {
    const { url, received } = await recordingUpstream();
    const actions = [{ type: "remove-headers", config: { headers: ["X-Forwarded-For"] } }];
    const { gateway } = await serve({ inbound: [{ actions }] }, url);
    await ask(gateway.url, { headers });
    expect(received[0]?.headers).not.toHaveProperty("x-forwarded-for");
    expect(received[0]?.headers).toHaveProperty("x-forwarded-host");
  });

  test("that the policy sets to what the client sent are the policy's", async () => {
    const { url, received } = await recordingUpstream();
    const headers = { "x-forwarded-proto": "https", host: "shop.example" };
    const actions = [
      { type: "remove-headers", config: { headers: ["x-forwarded-proto"] } },
      { type: "add-headers", config: { headers } },
    ];
    const { gateway } = await serve({ inbound: [{ actions }] }, url, { hostHeader: "upstream" });
    await ask(gateway.url, { headers });
    expect(received[0]?.headers).toMatchObject(headers);
  });

  test("host is the client's, or the upstream's when that is asked for, or the policy's", async () => {
    const { url, received } = await recordingUpstream();
    const setting = {
      inbound: [
        {
          expressions: ["req.url.path == '/set'"],
          actions: [{ type: "add-headers", config: { headers: { host: "set.example" } } }],
        },
      ],
    };
    const client = await serve(setting, url);
    const upstream = await serve(setting, url, { hostHeader: "upstream" });
    const headers = { host: "client.example" };
    await ask(`${client.gateway.url}/`, { headers });
    await ask(`${upstream.gateway.url}/`, { headers });
    await ask(`${upstream.gateway.url}/set`, { headers });
    expect(received.map((one) => one.headers.host)).toEqual([
      "client.example",
      new URL(url).host,
      "set.example",
    ]);
  });
});

describe("the URL that rules see", () => {
  const echo = {
    inbound: [
      {
        actions: [
          {
            type: "custom-response",
            config: { status_code: 200, content: "${req.url} ${req.host}" },
          },
        ],
      },
    ],
  };

  test("is the gateway's own, with the host that the client asks for", async () => {
    const { gateway } = await serve(echo, "http://127.0.0.1:9");
    expect((await ask(`${gateway.url}/a?b`)).body.toString()).toBe(
      `${gateway.url}/a?b ${new URL(gateway.url).host}`,
    );
    const other = await ask(`${gateway.url}/a`, { headers: { host: "shop.example" } });
    expect(other.body.toString()).toBe("http://shop.example/a shop.example");
  });

  test("is the one that is said, for a client that asks for the gateway", async () => {
    const { gateway } = await serve(echo, "http://127.0.0.1:9", { url: "https://shop.example" });
    expect((await ask(`${gateway.url}/a`)).body.toString()).toBe(
      "https://shop.example/a shop.example",
    );
    const other = await ask(`${gateway.url}/a`, { headers: { host: "b.example" } });
    expect(other.body.toString()).toBe("https://b.example/a b.example");
  });

  test("is that of the request line when it is a whole URL", async () => {
    const { gateway } = await serve(echo, "http://127.0.0.1:9");
    const text = await sendRaw(
      gateway.url,
      "GET http://shop.example/a HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n",
    );
    expect(text).toContain("http://shop.example/a shop.example");
  });
});

describe("bodies", () => {
  test("of requests and responses are streamed, chunk by chunk, at the same time", async () => {
    const upstream = await upstreamOf((incoming, response) => {
      response.writeHead(200).flushHeaders();
      incoming.on("data", (chunk: Buffer) => response.write(`<${chunk.toString()}>`));
      incoming.on("end", () => response.end("!"));
    });
    const { gateway } = await serve({}, upstream);
    const client = nodeRequest(`${gateway.url}/`, { method: "POST" });
    client.write("a");
    const [response] = (await once(client, "response")) as [Readable];
    const [first] = (await once(response, "data")) as [Buffer];
    expect(first.toString()).toBe("<a>");
    client.write("b");
    const [second] = (await once(response, "data")) as [Buffer];
    expect(second.toString()).toBe("<b>");
    client.end();
    const [last] = (await once(response, "data")) as [Buffer];
    expect(last.toString()).toBe("!");
  });

  test("wait for who reads slowly: the other side is held up, and memory is not filled", async () => {
    const size = 60_000_000;
    let sent = 0;
    const upstream = await upstreamOf((_incoming, response) => {
      const chunk = Buffer.alloc(1_000_000);
      const more = function* (): Generator<Buffer> {
        for (; sent < size; sent += chunk.length) yield chunk;
      };
      Readable.from(more()).pipe(response);
    });
    const { gateway } = await serve({}, upstream);
    const { body } = await request(gateway.url);
    await sleep(500);
    expect(sent).toBeLessThan(size / 2);
    let arrived = 0;
    for await (const chunk of body) arrived += (chunk as Buffer).length;
    expect(arrived).toBe(size);
  });

  test("of a request wait for an upstream that reads slowly", async () => {
    let release = (): void => {};
    const upstream = await upstreamOf((incoming, response) => {
      release = () => incoming.resume().on("end", () => response.end());
    });
    const { gateway } = await serve({}, upstream);
    let sent = 0;
    const size = 60_000_000;
    const chunk = Buffer.alloc(1_000_000);
    const answer = ask(gateway.url, {
      method: "POST",
      body: Readable.from(
        (function* (): Generator<Buffer> {
          for (; sent < size; sent += chunk.length) yield chunk;
        })(),
      ),
    });
    await sleep(500);
    expect(sent).toBeLessThan(size / 2);
    release();
    expect((await answer).status).toBe(200);
    expect(sent).toBe(size);
  });

  test("of HTTP/1.0 end with the connection", async () => {
    const { url } = await recordingUpstream((_request, response) => {
      response.write("a");
      response.end("b");
    });
    const { gateway } = await serve({}, url);
    const text = await sendRaw(gateway.url, "GET / HTTP/1.0\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toMatch(/transfer-encoding/i);
    expect(text).toMatch(/\r\n\r\nab$/);
  });

  test.each([
    ["", {}],
    [", also compressed", { outbound: [{ actions: [{ type: "compress-response" }] }] }],
  ])("have trailers, which come through%s", async (_how, policy) => {
    const upstream = await upstreamOf((_incoming, response) => {
      response.writeHead(200, { trailer: "x-sum" });
      response.write("a");
      response.addTrailers({ "x-sum": "97" });
      response.end();
    });
    const { gateway } = await serve(policy, upstream);
    const answer = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(answer.trailers).toEqual({ "x-sum": "97" });
    expect(answer.headers.trailer).toBe("x-sum");
  });

  describe("have no trailers, and none are announced,", () => {
    const chunks = "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 97\r\n\r\n";
    const get = "GET / HTTP/1.1";
    const announced = { status_code: 200, content: "ok", headers: { trailer: "x-sum" } };
    const answer = { actions: [{ type: "custom-response", config: announced }] };

    test.each<[when: string, asked: string, upstream: string, answered: string, policy?: object]>([
      ["beside a length", get, "200 OK\r\nContent-Length: 2\r\n\r\nok", "200 OK ok"],
      ["for HEAD", "HEAD / HTTP/1.1", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "200 OK "],
      ["for HTTP/1.0", "GET / HTTP/1.0", `200 OK\r\n${chunks}`, "200 OK ok"],
      ["with 204", get, "204 No Content\r\n\r\n", "204 No Content "],
      ["with 304", get, "304 Not Modified\r\n\r\n", "304 Not Modified "],
      ["when the policy answers", get, "", "200 OK ok", { inbound: [answer] }],
      [
        "when it answers in the place of the upstream",
        get,
        `500 Sorry\r\n${chunks}`,
        "200 OK ok",
        { outbound: [answer] },
      ],
    ])("%s", async (_when, asked, upstream, answered, policy = {}) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () =>
          socket.write(`HTTP/1.1 ${upstream}`.replace("\r\n", "\r\nTrailer: X-Sum\r\n")),
        );
      });
      const { gateway, problems } = await serve(
        policy,
        `http://127.0.0.1:${await listening(server)}`,
      );
      const text = await sendRaw(gateway.url, `${asked}\r\nHost: a\r\nConnection: close\r\n\r\n`);
      const [, line, fields, body] = /^HTTP\/1\.1 (.*)\r\n([^]*?)\r\n\r\n([^]*)$/.exec(text) ?? [];
      expect(`${line} ${body}`).toBe(answered);
      expect(fields).not.toMatch(/trailer|x-sum|transfer-encoding/i);
      expect(problems).toEqual([]);
    });
  });
});

describe("expect: 100-continue", () => {
  const head =
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n";

  test("is answered when the policy lets the request through, and then the body comes", async () => {
    const { url, received } = await recordingUpstream();
    const { gateway } = await serve({}, url);
    const text = await sendRaw(gateway.url, `${head}ok`);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(received[0]?.body.toString()).toBe("ok");
    expect(received[0]?.headers).not.toHaveProperty("expect");
  });

  test("is not answered when the policy denies the request", async () => {
    const { gateway } = await serve(
      { inbound: [{ actions: [{ type: "deny" }] }] },
      "http://127.0.0.1:9",
    );
    const text = await sendRaw(gateway.url, head, { end: true });
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden/);
    expect(text).not.toContain("100 Continue");
  });
});

test("early hints of the upstream reach the client before its response", async () => {
  const upstream = await upstreamOf((_incoming, response) => {
    response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, () => response.end("a"));
  });
  const { gateway } = await serve({}, upstream);
  const text = await sendRaw(gateway.url, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(text).toMatch(/^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a.css>[^]*HTTP\/1\.1 200 OK/);
});

describe("an upstream that fails", () => {
  test("is told as 502, to the client and in what is told of the exchange", async () => {
    const { gateway, exchanges } = await serve({}, "http://127.0.0.1:9");
    const answer = await ask(`${gateway.url}/`, { method: "POST", body: "text" });
    expect(answer.status).toBe(502);
    expect(answer.body.toString()).toBe("The upstream refuses connections; is it running?\n");
    expect(exchanges[0]).toMatchObject({
      status: 502,
      upstreamError: "The upstream refuses connections; is it running?",
    });
  });

  test.each([false, true])(
    "is told with the outcome that is simulated, trace: %s",
    async (trace) => {
      const log = { actions: [{ type: "log", config: { metadata: {} } }] };
      const { gateway, exchanges } = await serve(
        { inbound: [log], outbound: [log] },
        "http://127.0.0.1:9",
        { simulation: { trace } },
      );
      await ask(gateway.url);
      const [served] = exchanges;
      expect(simulatedAgain(served, { trace })).toEqual(served?.outcome);
      expect(served?.outcome.directions.at(-1)).toEqual({
        direction: "outbound",
        result: "skipped",
      });
    },
  );

  test("to answer in time is told as 504", async () => {
    const upstream = await upstreamOf(() => {});
    const { gateway } = await serve({}, upstream, { limits: { upstreamTimeout: 300 } });
    expect((await ask(gateway.url)).status).toBe(504);
  });
});
