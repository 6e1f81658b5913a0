import { describe, expect, test } from "vitest";
import { ask, recordingUpstream, sendRaw, serve } from "../world.ts";

// Each of them means one thing to one parser and something else to another. Behind the head that is
// wrong stands a request that must not be seen by the upstream unless it went through the policy.
const smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";

const head = (fields: string): string => `POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;

const shapes: readonly (readonly [name: string, bytes: string])[] = [
  [
    "Content-Length and Transfer-Encoding",
    head(`Content-Length: 4\r\n${chunked}`) + `0\r\n\r\n${smuggled}`,
  ],
  [
    "Transfer-Encoding and Content-Length",
    head(`${chunked}Content-Length: 4\r\n`) + `0\r\n\r\n${smuggled}`,
  ],
  ["two lengths that differ", head("Content-Length: 0\r\nContent-Length: 40\r\n") + smuggled],
  [
    "two lengths that are equal",
    head("Content-Length: 3\r\nContent-Length: 3\r\n") + `abc${smuggled}`,
  ],
  ["a list of lengths", head("Content-Length: 0, 40\r\n") + smuggled],
  ["a length with a sign", head("Content-Length: +3\r\n") + `abc${smuggled}`],
  ["a negative length", head("Content-Length: -1\r\n") + smuggled],
  ["a length in hexadecimal", head("Content-Length: 0x3\r\n") + `abc${smuggled}`],
  [
    "a length that is too large for a number",
    head(`Content-Length: ${"9".repeat(30)}\r\n`) + smuggled,
  ],
  ["an empty length", head("Content-Length: \r\n") + smuggled],
  [
    "two transfer codings of which the last is not chunked",
    head("Transfer-Encoding: chunked, identity\r\n") + `0\r\n\r\n${smuggled}`,
  ],
  [
    "a transfer coding that is not known",
    head("Transfer-Encoding: xchunked\r\n") + `0\r\n\r\n${smuggled}`,
  ],
  [
    "a body that is compressed for the transfer",
    head("Transfer-Encoding: gzip, chunked\r\n") + `0\r\n\r\n${smuggled}`,
  ],
  ["chunked twice", head(chunked + chunked) + `0\r\n\r\n${smuggled}`],
  ["chunked with quotes", head('Transfer-Encoding: "chunked"\r\n') + `0\r\n\r\n${smuggled}`],
  [
    "a vertical tab before chunked",
    head("Transfer-Encoding: \vchunked\r\n") + `0\r\n\r\n${smuggled}`,
  ],
  ["a space before the colon", head("Transfer-Encoding : chunked\r\n") + `0\r\n\r\n${smuggled}`],
  [
    "a transfer coding in HTTP/1.0",
    `POST / HTTP/1.0\r\nHost: a\r\n${chunked}\r\n0\r\n\r\n${smuggled}`,
  ],
  ["lines that end with a line feed alone", `GET / HTTP/1.1\nHost: a\n\n${smuggled}`],
  ["one line that ends with a line feed alone", head(`X: y\n${chunked}`) + `0\r\n\r\n${smuggled}`],
  ["a carriage return within a value", head(`X: y\rTransfer-Encoding: chunked\r\n`) + smuggled],
  ["a zero byte in a value", head("X: y\0z\r\n") + smuggled],
  [
    "a field that goes on in the next line",
    head("X: y\r\n Transfer-Encoding: chunked\r\n") + smuggled,
  ],
  ["a first line that begins with a space", `POST / HTTP/1.1\r\n Host: a\r\n\r\n${smuggled}`],
  ["a field without a name", head(": y\r\n") + smuggled],
  ["a field without a colon", head("Garbage\r\n") + smuggled],
  ["a chunk whose size is none", head(chunked) + `xyz\r\nabc\r\n0\r\n\r\n${smuggled}`],
  [
    "a chunk whose size is hexadecimal with 0x",
    head(chunked) + `0x3\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  ["a chunk whose size is negative", head(chunked) + `-1\r\nabc\r\n0\r\n\r\n${smuggled}`],
  [
    "a chunk whose size is beyond all bounds",
    head(chunked) + `fffffffffffffffff\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  ["a chunk that is longer than it says", head(chunked) + `1\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ["a chunk extension with a line feed", head(chunked) + `1;a\nb\r\nX\r\n0\r\n\r\n${smuggled}`],
  ["a chunk size that ends with a line feed alone", head(chunked) + `1\nX\r\n0\r\n\r\n${smuggled}`],
  ["a chunk extension without an end", head(chunked) + `1;${"a".repeat(40_000)}`],
  ["no host", `GET / HTTP/1.1\r\n\r\n${smuggled}`],
  ["two hosts", `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`],
  ["a host with a path", `GET / HTTP/1.1\r\nHost: a/../b\r\n\r\n${smuggled}`],
  ["a host with a user", `GET / HTTP/1.1\r\nHost: a@b\r\n\r\n${smuggled}`],
  ["a target that is no path", `GET a HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`],
  ["a target with a space", `GET /a b HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`],
  ["another protocol", `GET / HTTP/2.0\r\nHost: a\r\n\r\n${smuggled}`],
  ["no protocol", `GET /\r\n\r\n${smuggled}`],
  ["a method with a space", `GE T / HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
];

describe("is refused, and what follows is not read", () => {
  test.each(shapes)("%s", async (_name, bytes) => {
    const { url, received } = await recordingUpstream();
    const { gateway } = await serve({}, url);
    const text = await sendRaw(gateway.url, bytes);
    expect(text).toMatch(/^HTTP\/1\.1 (?:400|413|431|501|505) /);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(received.filter((one) => one.url.includes("smuggled"))).toEqual([]);
    expect((await ask(gateway.url)).status).toBe(200);
  });
});

test("what Node repairs reaches the upstream repaired, and what follows goes through the policy", async () => {
  const { url, received } = await recordingUpstream();
  const deny = {
    expressions: ["req.url.path == '/smuggled'"],
    actions: [{ type: "deny", config: { status_code: 418 } }],
  };
  const { gateway } = await serve({ inbound: [deny] }, url);
  const bytes = head(chunked) + `1;a=b;c="d"\r\nX\r\n0\r\nTrailer: x\r\n\r\n${smuggled}`;
  const text = await sendRaw(gateway.url, `${bytes}GET / HTTP/1.0\r\n\r\n`);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "418",
    "200",
  ]);
  expect(received.map((one) => [one.url, one.body.toString()])).toEqual([
    ["/", "X"],
    ["/", ""],
  ]);
});

test("a head of ten megabytes is refused with 431, also when it comes as one field", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve({}, url);
  const many = Array.from(
    { length: 10_000 },
    (_item, index) => `X-${index}: ${"a".repeat(1_000)}\r\n`,
  );
  for (const fields of [`X: ${"a".repeat(10_000_000)}\r\n`, many.join("")]) {
    expect(await sendRaw(gateway.url, head(fields))).toMatch(/^HTTP\/1\.1 431 |^$/);
  }
  expect(await sendRaw(gateway.url, head(`X: ${"a".repeat(17_000)}\r\n`))).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(received).toEqual([]);
  expect((await ask(gateway.url)).status).toBe(200);
});
