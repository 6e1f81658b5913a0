import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  ask,
  listening,
  recordingUpstream,
  sendRaw,
  serve,
  uncaught,
  upstreamOf,
} from "../world.ts";

const rounds = Number(process.env["TEST_ROUNDS"] ?? 20);

const compressed = { outbound: [{ actions: [{ type: "compress-response" }] }] };

/** Sends bytes, waits until something happens, and hangs up. */
async function hangUp(
  url: string,
  bytes: string,
  when: (data: Promise<unknown>) => Promise<unknown>,
) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  const data = once(socket, "data").catch(() => {});
  socket.write(bytes);
  await when(data);
  socket.resetAndDestroy();
}

describe("a client that hangs up", () => {
  test("before its body is over ends the request at the upstream", async () => {
    let aborted = 0;
    let begun = 0;
    const upstream = await upstreamOf((incoming) => {
      begun += 1;
      incoming.on("error", () => (aborted += 1)).resume();
    });
    const { gateway } = await serve({}, upstream);
    for (let round = 1; round <= rounds; round++) {
      const body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc";
      await hangUp(gateway.url, body, () => expect.poll(() => begun, { interval: 1 }).toBe(round));
    }
    await expect.poll(() => aborted).toBe(rounds);
    expect(gateway.open).toBe(0);
  });

  test.each([
    ["", {}],
    [", when it is compressed", compressed],
  ])("in the middle of the response ends it at the upstream%s", async (_how, policy) => {
    let closed = 0;
    const upstream = await upstreamOf((_incoming, response) => {
      response.once("close", () => (closed += 1));
      const more = (): void => {
        while (!response.destroyed && response.write(Math.random().toString().repeat(1_000)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const { gateway, problems } = await serve(policy, upstream);
    for (let round = 0; round < rounds; round++) {
      const get = "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n";
      await hangUp(gateway.url, get, (data) => data);
    }
    await expect.poll(() => closed).toBe(rounds);
    expect(gateway.open).toBe(0);
    expect(problems).toEqual([]);
  });

  test("before the upstream answers ends the request there", async () => {
    let begun = 0;
    let closed = 0;
    const upstream = await upstreamOf((_incoming, response) => {
      begun += 1;
      response.once("close", () => (closed += 1));
    });
    const { gateway } = await serve({}, upstream);
    for (let round = 1; round <= rounds; round++) {
      await hangUp(gateway.url, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", () =>
        expect.poll(() => begun, { interval: 1 }).toBe(round),
      );
    }
    await expect.poll(() => closed).toBe(rounds);
  });
});

describe("a client that is refused, goes on sending and hangs up", () => {
  test.each([
    ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", /^CONNECT a:1 is refused with 501/],
    [
      "an upgrade with a body",
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: a\r\nContent-Length: 9\r\n\r\n",
      /^POST \/ is refused with 501/,
    ],
    [
      "an upgrade for two hosts",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n",
      /^GET \/ is refused with 400/,
    ],
    ["a request for no host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", /^GET \/ is refused with 400/],
    [
      "a transfer coding that is not known",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      /^POST \/ is refused with 501/,
    ],
    ["what is no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", /^$/],
    [
      "a head that is too large",
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      /^$/,
    ],
  ])("after %s breaks nothing", async (_what, head, problem) => {
    const errors = uncaught();
    const { url } = await recordingUpstream();
    const { gateway, problems } = await serve({}, url);
    for (let round = 0; round < rounds; round++) {
      await hangUp(gateway.url, head + "x".repeat(100_000), () => sleep(round % 4));
    }
    await expect.poll(() => gateway.open).toBe(0);
    expect((await ask(gateway.url)).status).toBe(200);
    expect(errors).toEqual([]);
    expect(problems[0] ?? "").toMatch(problem);
  });
});

describe("an upstream that hangs up", () => {
  /** An upstream that answers with these bytes, and hangs up. */
  async function answering(bytes: string): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.once("data", () => socket.end(bytes, "latin1", () => socket.destroy()));
    });
    return `http://127.0.0.1:${await listening(server)}`;
  }

  test.each([
    ["before its answer", "", "The upstream has closed the connection."],
    [
      "in the middle of its head",
      "HTTP/1.1 200 OK\r\nContent-Le",
      "The upstream has closed the connection.",
    ],
    [
      "with what is no HTTP",
      "SSH-2.0-OpenSSH_9.2\r\n",
      "The upstream fails: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)",
    ],
    [
      "after a head that is too large",
      `HTTP/1.1 200 OK\r\nX: ${"a".repeat(40_000)}\r\n\r\n`,
      "The headers of the upstream's response are too large.",
    ],
    [
      "after a change of the protocol that nobody asked for",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n",
      "The upstream has closed the connection.",
    ],
    [
      "after two lengths",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "The body of the upstream's response does not have the announced length.",
    ],
  ])("%s: 502, and it is told", async (_when, bytes, sentence) => {
    const { gateway, exchanges } = await serve(compressed, await answering(bytes));
    const answer = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(answer.status).toBe(502);
    expect(exchanges[0]?.upstreamError).toBe(sentence);
    expect(gateway.open).toBe(0);
  });

  test.each([
    ["in the middle of its body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", {}],
    [
      "in the middle of a chunk",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
      {},
    ],
    [
      "in the middle of what is compressed",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
      compressed,
    ],
    [
      "after a chunk that is none",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      {},
    ],
  ])("%s: the client sees that there should be more", async (_when, bytes, policy) => {
    const { gateway, problems } = await serve(policy, await answering(bytes));
    const headers = { "accept-encoding": "gzip" };
    await expect(ask(gateway.url, { headers })).rejects.toThrow("closed");
    expect(problems[0]).toMatch(/^GET \/: The response was interrupted\./);
    await expect.poll(() => gateway.open).toBe(0);
  });

  describe("while what it has sent is still being compressed", () => {
    const body = "x".repeat(60_000);
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;

    /** Asks such an upstream, which sends this and closes or resets its connection, again and again. */
    async function answers(bytes: string, isReset: boolean): Promise<string[]> {
      const errors = uncaught();
      const server = createTcpServer((socket) => {
        socket.once("data", () => {
          socket.write(bytes);
          if (isReset) setImmediate(() => socket.resetAndDestroy());
          else socket.end();
        });
      });
      const url = `http://127.0.0.1:${await listening(server)}`;
      const { gateway } = await serve(compressed, url);
      const get = "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
      const all: string[] = [];
      for (let round = 0; round < rounds; round++) all.push(await sendRaw(gateway.url, get));
      await expect.poll(() => gateway.open).toBe(0);
      expect(errors).toEqual([]);
      return all;
    }

    test.each([
      [
        "a length",
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n${body}`,
      ],
      ["a length in HTTP/1.0", `HTTP/1.0 200 OK\r\nContent-Length: 60000\r\n\r\n${body}`],
      ["no length", `HTTP/1.0 200 OK\r\n\r\n${body}`],
      [
        "chunks",
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`,
      ],
    ])("and says so: all of a body with %s arrives", async (_what, bytes) => {
      const all = await answers(bytes, false);
      expect(all.filter((text) => !text.endsWith("\r\n0\r\n\r\n"))).toEqual([]);
    });

    test.each([
      ["a length", `HTTP/1.0 200 OK\r\nContent-Length: 60001\r\n\r\n${body}`],
      [
        "chunks",
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
      ],
    ])("too early: a body with %s breaks off", async (_what, bytes) => {
      for (const isReset of [false, true]) {
        const all = await answers(bytes, isReset);
        expect(all.filter((text) => text.endsWith("\r\n0\r\n\r\n"))).toEqual([]);
      }
    });
  });

  test("while the request is still sent: the client is answered all the same", async () => {
    const server = createServer((_incoming, response) => {
      response.writeHead(413, { connection: "close" }).end("too much");
    });
    const { gateway } = await serve({}, `http://127.0.0.1:${await listening(server)}`);
    const size = 3_000_000;
    const bytes = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(size)}`;
    expect(await sendRaw(gateway.url, bytes)).toMatch(/^HTTP\/1\.1 (?:413|502) /);
    await expect.poll(() => gateway.open).toBe(0);
  });

  test("again and again: requests to another one go on", async () => {
    let count = 0;
    const { url } = await recordingUpstream((incoming, response) => {
      count += 1;
      if (incoming.url === "/bad") incoming.socket.resetAndDestroy();
      else response.end("good");
    });
    const { gateway } = await serve({}, url);
    const asked = Array.from({ length: 2 * rounds }, (_item, index) =>
      ask(`${gateway.url}/${index % 2 === 0 ? "bad" : "good"}`, { method: "POST", body: "a" }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual(
      Array.from({ length: 2 * rounds }, (_item, index) => (index % 2 === 0 ? 502 : 200)),
    );
    expect(count).toBe(2 * rounds);
  });
});
