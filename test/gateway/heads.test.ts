import { createServer } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask, listening, recordingUpstream, sendRaw, serve, upstreamOf } from "./world.ts";

const compress = { outbound: [{ actions: [{ type: "compress-response" }] }] };

/** An upstream that answers each request with the same bytes. */
async function upstreamSaying(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).on("data", () => socket.write(text, "latin1"));
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

interface RawAnswer {
  readonly status: number;
  readonly fields: string[];
  readonly body: string;
}

/** What comes back for a request, to the byte; fields that only tell of the connection are left out. */
async function askRaw(url: string, method: string): Promise<RawAnswer> {
  const text = await sendRaw(
    url,
    `${method} / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
  );
  const [, status, head = "", body = ""] =
    /^HTTP\/1\.1 (\d+) .*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(text) ?? [];
  const fields = head.toLowerCase().split("\r\n");
  const told = fields.filter((field) => !/^(?:date|connection):/.test(field));
  return { status: Number(status), fields: told.toSorted(), body };
}

const lengths = "Content-Length: 5\r\n";

describe("a response without a body ends with its head", () => {
  test.each<[what: string, method: string, upstream: string, status: number, fields: string[]]>([
    ["304 with a length", "GET", `304 Not Modified\r\n${lengths}`, 304, ["content-length: 5"]],
    ["304 without one", "GET", '304 Not Modified\r\nETag: W/"a"\r\n', 304, ['etag: w/"a"']],
    ["304 to HEAD", "HEAD", `304 Not Modified\r\n${lengths}`, 304, ["content-length: 5"]],
    ["304 in chunks", "GET", "304 Not Modified\r\nTransfer-Encoding: chunked\r\n", 304, []],
    ["200 to HEAD with a length", "HEAD", `200 OK\r\n${lengths}`, 200, ["content-length: 5"]],
    ["200 to HEAD without one", "HEAD", "200 OK\r\nX-A: 1\r\n", 200, ["x-a: 1"]],
    ["200 to HEAD in chunks", "HEAD", "200 OK\r\nTransfer-Encoding: chunked\r\n", 200, []],
    ["206 to HEAD", "HEAD", `206 Partial Content\r\n${lengths}`, 206, ["content-length: 5"]],
    ["204, which has no length", "GET", `204 No Content\r\n${lengths}`, 204, []],
    ["204 to HEAD", "HEAD", `204 No Content\r\n${lengths}`, 204, []],
    ["205", "GET", "205 Reset Content\r\nContent-Length: 0\r\n", 205, ["content-length: 0"]],
  ])("%s", async (_what, method, head, status, fields) => {
    const { gateway, problems } = await serve({}, await upstreamSaying(`HTTP/1.1 ${head}\r\n`));
    expect(await askRaw(gateway.url, method)).toEqual({ status, fields, body: "" });
    expect(problems).toEqual([]);
  });

  test("and requests that wait for its connection are answered too", async () => {
    const upstream = await upstreamSaying(`HTTP/1.1 304 Not Modified\r\n${lengths}\r\n`);
    const { gateway, problems } = await serve({}, upstream);
    const asked = Array.from({ length: 20 }, () => askRaw(gateway.url, "GET"));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([304]));
    expect(problems).toEqual([]);
  });
});

describe("what the policy answers has no body", () => {
  const answering = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
    inbound: [
      {
        actions: [
          { type: "custom-response", config: { status_code: status, content: "hello", headers } },
        ],
      },
    ],
  });

  test.each([
    ["HEAD", 200, ["content-length: 5"]],
    ["HEAD", 404, ["content-length: 5"]],
    ["GET", 204, []],
    ["GET", 205, ["content-length: 0"]],
    ["GET", 304, []],
  ])("for %s with %i", async (method, status, fields) => {
    const { gateway } = await serve(answering(status), "http://127.0.0.1:9");
    const answer = await askRaw(gateway.url, method);
    const told = answer.fields.filter((field) => !field.startsWith("content-type"));
    expect({ ...answer, fields: told }).toEqual({ status, fields, body: "" });
  });

  test("for HEAD, and its headers are those for GET, also compressed", async () => {
    const { gateway } = await serve(
      { ...answering(200, { etag: '"a"', digest: "md5=YQ==" }), ...compress },
      "http://127.0.0.1:9",
      { simulation: { outboundAfterAnswer: true } },
    );
    const head = await askRaw(gateway.url, "HEAD");
    const get = await askRaw(gateway.url, "GET");
    expect(head).toEqual({
      status: 200,
      fields: [
        "content-encoding: gzip",
        "content-type: text/plain; charset=utf-8",
        'etag: w/"a"',
        "vary: accept-encoding",
      ],
      body: "",
    });
    expect(get.fields).toEqual([...head.fields, "transfer-encoding: chunked"].toSorted());
  });
});

describe("compress-response", () => {
  const validators =
    'ETag: "a"\r\nContent-MD5: YQ==\r\nDigest: md5=YQ==\r\nContent-Digest: md5=:YQ==:\r\n' +
    "Repr-Digest: md5=:YQ==:\r\nAccept-Ranges: bytes\r\nX-Kept: 1\r\n";
  const fitting = ['etag: w/"a"', "vary: accept-encoding", "x-kept: 1"];

  test.each([
    ["GET", "200 OK", ["content-encoding: gzip", ...fitting, "transfer-encoding: chunked"]],
    ["HEAD", "200 OK", ["content-encoding: gzip", ...fitting]],
    ["GET", "304 Not Modified", fitting],
    ["HEAD", "304 Not Modified", fitting],
  ])("tells nothing of other bytes than it sends: %s, %s", async (method, status, fields) => {
    const hasBody = method === "GET" && status === "200 OK";
    const upstream = await upstreamSaying(
      `HTTP/1.1 ${status}\r\n${lengths}${validators}\r\n${hasBody ? "hello" : ""}`,
    );
    const { gateway, problems } = await serve(compress, upstream);
    const answer = await askRaw(gateway.url, method);
    expect(answer.fields).toEqual(fields.toSorted());
    expect(answer.body === "").toBe(!hasBody);
    expect(problems).toEqual([]);
  });

  test.each([
    ["a part", "206 Partial Content", "Content-Range: bytes 0-4/9\r\n"],
    ["one that must not be transformed", "200 OK", "Cache-Control: no-transform\r\n"],
    ["one that is encoded", "200 OK", "Content-Encoding: br\r\n"],
  ])("leaves %s as it is, for GET and HEAD", async (_what, status, field) => {
    const head = `HTTP/1.1 ${status}\r\n${lengths}${validators}${field}\r\n`;
    const expected = [`${lengths}${validators}${field}`]
      .flatMap((fields) => fields.toLowerCase().trim().split("\r\n"))
      .toSorted();
    for (const [method, body] of [
      ["GET", "hello"],
      ["HEAD", ""],
    ] as const) {
      const { gateway } = await serve(compress, await upstreamSaying(`${head}${body}`));
      const answer = await askRaw(gateway.url, method);
      expect([answer.fields, answer.body]).toEqual([expected, body]);
    }
  });

  test.each([
    ['"a"', 'W/"a"'],
    ['W/"a"', 'W/"a"'],
    ["none", undefined],
  ])("makes of the entity tag %s %s", async (etag, weak) => {
    const { url } = await recordingUpstream(
      (_request, response) => void response.writeHead(200, { etag }).end("hello"),
    );
    const { gateway } = await serve(compress, url);
    const answer = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(answer.headers.etag).toBe(weak);
    expect(gunzipSync(answer.body).toString()).toBe("hello");
    expect((await ask(gateway.url)).headers.etag).toBe(etag);
  });

  test("leaves digests of other bytes out of the trailers too", async () => {
    const upstream = await upstreamOf((_incoming, response) => {
      response.writeHead(200, { trailer: "Content-Digest, X-Sum" });
      response.write("a");
      response.addTrailers({ "Content-Digest": "md5=:YQ==:", "X-Sum": "97", ETag: '"a"' });
      response.end();
    });
    const { gateway } = await serve(compress, upstream);
    const plain = await ask(gateway.url);
    expect(plain.headers.trailer).toBe("Content-Digest, X-Sum");
    expect(plain.trailers).toMatchObject({ "content-digest": "md5=:YQ==:", etag: '"a"' });
    const packed = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.trailer).toBe("x-sum");
    expect(packed.trailers).toEqual({ "x-sum": "97", etag: 'W/"a"' });
  });
});

test("trailers do not tell how a body came, or whose connection it is", async () => {
  const chunks = "1\r\na\r\n0\r\nX-Sum: 97\r\nTrailer: x-a\r\nKeep-Alive: timeout=9\r\n\r\n";
  const upstream = await upstreamSaying(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
  );
  const { gateway } = await serve({}, upstream);
  expect((await askRaw(gateway.url, "GET")).body).toBe("1\r\na\r\n0\r\nX-Sum: 97\r\n\r\n");
});
