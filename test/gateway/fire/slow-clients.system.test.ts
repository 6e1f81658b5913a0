import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ask, recordingUpstream, serve } from "../world.ts";

const many = Number(process.env["TEST_CONNECTIONS"] ?? 200);

function openMany(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: many }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {}).resume();
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      return socket;
    }),
  );
}

function isOpen({ destroyed }: Socket): boolean {
  return !destroyed;
}

function closed(sockets: readonly Socket[]): Promise<unknown> {
  return Promise.all(sockets.map((socket) => socket.destroyed || once(socket, "close")));
}

test("heads that come byte by byte are given up, and others are served meanwhile", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve({}, url, { limits: { headersTimeout: 2_000 } });
  const sockets = await openMany(gateway.url);
  const head = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
  for (let byte = 0; sockets.some(isOpen); byte++) {
    for (const socket of sockets) {
      if (!socket.destroyed) socket.write(head[byte] ?? "a");
    }
    expect((await ask(gateway.url)).status).toBe(200);
    await sleep(100);
  }
  expect(received.every(({ headers }) => headers["x"] === undefined)).toBe(true);
  expect(gateway.open).toBe(0);
});

test("bodies that come byte by byte are given up, and their requests at the upstream with them", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve({}, url, {
    limits: { headersTimeout: 2_000, requestTimeout: 2_500 },
  });
  const sockets = await openMany(gateway.url);
  for (const socket of sockets) {
    socket.write("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
  }
  while (sockets.some(isOpen)) {
    for (const socket of sockets) if (!socket.destroyed) socket.write("a");
    expect((await ask(gateway.url)).status).toBe(200);
    await sleep(100);
  }
  await expect.poll(() => gateway.open).toBe(0);
  // What arrived of them was never whole.
  const slow = received.filter((one) => one.url === "/slow");
  expect(slow.every(({ body }) => body.length < 1000)).toBe(true);
});

test("connections that say nothing are closed, and hold nothing up", async () => {
  const { url } = await recordingUpstream();
  const { gateway } = await serve({}, url, { limits: { headersTimeout: 1_000 } });
  const sockets = await openMany(gateway.url);
  expect((await ask(gateway.url)).status).toBe(200);
  await closed(sockets);
});
