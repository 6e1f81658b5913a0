import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { createClient, type Client, type ClientOptions } from "@traffic-policy/api";
import { cloudVersionHeader, createEmulator } from "@traffic-policy/emulator";
import { onTestFinished } from "vitest";
import { apiKey } from "./api-key.ts";

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server for one test: it answers as told, and keeps what it received. */
export async function answering(
  answer: (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>,
): Promise<{ baseUrl: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(request);
    await answer(response, request);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** A bare socket server for one test, for what no HTTP server would do. */
export async function onSocket(
  connected: (socket: Socket) => void,
): Promise<{ baseUrl: string; connections: () => number }> {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    connected(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, connections: () => sockets.length };
}

/** The address of a port on which nothing listens. */
export async function nobody(): Promise<string> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A client for one test, which sends every request once unless it is told otherwise. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, apiKey, retries: { attempts: 1 }, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** An emulator for one test, with the cloud endpoint `ep_0`, and a client of it. */
export async function emulated(
  ...tcpEdges: readonly string[]
): Promise<{ client: Client; baseUrl: string }> {
  const emulator = await createEmulator({ apiKey, tcpEdges, cloudEndpoints: ["ep_0"] });
  onTestFinished(() => emulator.close());
  const { baseUrl } = emulator;
  return { client: clientOf(baseUrl, { versionHeader: cloudVersionHeader }), baseUrl };
}

/** Sends a received request on, and answers with what comes back. */
export async function forward(
  request: ReceivedRequest,
  upstream: string,
  response?: ServerResponse,
): Promise<void> {
  const { method, url, headers, body } = request;
  const answer = await fetch(upstream + url, {
    method,
    headers: {
      authorization: headers.authorization ?? "",
      // Whichever the client has sent.
      ...Object.fromEntries(
        ["service-version", "ngrok-version"].flatMap((name) =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
      ),
      ...(body === "" ? {} : { "content-type": "application/json" }),
    },
    ...(body === "" ? {} : { body }),
  });
  response?.writeHead(answer.status, { "content-type": "application/json" });
  response?.end(Buffer.from(await answer.arrayBuffer()));
}
