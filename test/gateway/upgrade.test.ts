import { once } from "node:events";
import { createServer } from "node:http";
import { WebSocket } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { listening, recordingUpstream, sendRaw, serve } from "./world.ts";

async function echoServer(): Promise<{ url: string; asked: string[] }> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => "chat" });
  const asked: string[] = [];
  sockets.on("connection", (socket, request) => {
    asked.push(`${request.url ?? ""} ${String(request.headers["x-by"])}`);
    socket.send("welcome");
    socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}

function open(url: string): WebSocket {
  const socket = new WebSocket(url.replace("http", "ws"), ["chat"]);
  onTestFinished(() => socket.close());
  return socket;
}

/** Opens a WebSocket, says something, and gives what came. */
async function talk(url: string, said: readonly (string | Buffer)[]): Promise<string[]> {
  const socket = open(url);
  socket.binaryType = "arraybuffer";
  const heard: string[] = [];
  await new Promise<void>((settle, refuse) => {
    socket.addEventListener("open", () => {
      for (const one of said) socket.send(one as string);
    });
    socket.addEventListener("error", () => refuse(new Error("The WebSocket failed.")));
    socket.addEventListener("message", ({ data }: { data: unknown }) => {
      heard.push(typeof data === "string" ? data : `${(data as ArrayBuffer).byteLength} bytes`);
      if (heard.length === said.length + 1) settle();
    });
  });
  return heard;
}

const guarded = {
  inbound: [
    {
      expressions: ["req.url.path == '/no' && req.headers['upgrade'][0] == 'websocket'"],
      actions: [{ type: "deny", config: { status_code: 401 } }],
    },
    { actions: [{ type: "add-headers", config: { headers: { "x-by": "policy" } } }] },
  ],
};

test("a WebSocket passes through, both ways, and the policy applies to its handshake", async () => {
  const { url, asked } = await echoServer();
  const { gateway, exchanges } = await serve(guarded, url);
  const heard = await talk(`${gateway.url}/yes?a`, ["hello", Buffer.alloc(300_000), "bye"]);
  expect(heard).toEqual(["welcome", "hello", "300000 bytes", "bye"]);
  expect(asked).toEqual(["/yes?a policy"]);
  expect(exchanges[0]).toMatchObject({ status: 101, outcome: { result: "forwarded" } });
  expect(gateway.open).toBe(1);
});

test("a WebSocket that the policy denies gets its answer", async () => {
  const { url, asked } = await echoServer();
  const { gateway, exchanges } = await serve(guarded, url);
  await expect(talk(`${gateway.url}/no`, [])).rejects.toThrow("failed");
  expect(asked).toEqual([]);
  expect(exchanges[0]).toMatchObject({ status: 401 });
});

test("an upstream that does not upgrade is answered like any other", async () => {
  const { url } = await recordingUpstream((_request, response) => {
    response.writeHead(426, { "x-why": "no" }).end("no sockets");
  });
  const { gateway } = await serve({}, url);
  const text = await sendRaw(
    gateway.url,
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  expect(text).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\nx-why: no\r\n/);
  expect(text).toContain("no sockets");
});

test("either side that leaves ends it for the other", async () => {
  const { url } = await echoServer();
  const { gateway } = await serve({}, url);
  const socket = open(gateway.url);
  await new Promise((settle) => socket.addEventListener("message", settle));
  const closed = new Promise((settle) => socket.addEventListener("close", settle));
  await gateway.close({ now: true });
  await closed;
  expect(gateway.open).toBe(0);
});

test("an upgrade to HTTP/2 is not passed on: it would lead requests past the policy", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve({}, url);
  const text = await sendRaw(
    gateway.url,
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n",
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(received.map((one) => one.url)).toEqual(["/"]);
  expect(received[0]?.headers).not.toHaveProperty("upgrade");
  expect(received[0]?.headers).not.toHaveProperty("http2-settings");
});

test("CONNECT is refused, and so is an upgrade with a body", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway, problems } = await serve({}, url);
  expect(await sendRaw(gateway.url, "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 501/,
  );
  expect(
    await sendRaw(
      gateway.url,
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: a\r\nContent-Length: 1\r\n\r\nx",
    ),
  ).toMatch(/^HTTP\/1\.1 501/);
  expect(received).toEqual([]);
  expect(problems).toHaveLength(2);
});

test("closing waits for a WebSocket, and with now it does not", async () => {
  const { url } = await echoServer();
  const { gateway } = await serve({}, url);
  const socket = open(gateway.url);
  await new Promise((settle) => socket.addEventListener("message", settle));
  let isOver = false;
  const closing = gateway.close().then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  const closed = once(socket as unknown as EventTarget as never, "close").catch(() => {});
  socket.close();
  await Promise.all([closed, closing]);
  expect(isOver).toBe(true);
});
