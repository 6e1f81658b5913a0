import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type AddressInfo, type Server } from "node:net";
import type { Duplex } from "node:stream";
import type { TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";

/** A proxy for one test that opens tunnels, all of them to one port of this machine. */
export interface ConnectProxy {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  readonly port: number;
  /** The heads of the requests that it got. */
  readonly requests: Pick<IncomingMessage, "method" | "url" | "headers">[];
  /** All bytes that went through its tunnels, as Latin-1. */
  readonly seen: () => string;
}

/**
 * Starts a proxy.
 *
 * @param answer - what it does with a request for a tunnel: leads it to a port, answers with a line of
 *   status, or does something with the connection
 */
export async function connectProxy(
  answer: (request: IncomingMessage, socket: Duplex) => number | string | void,
  tls?: TlsOptions,
): Promise<ConnectProxy> {
  const requests: ConnectProxy["requests"] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  const take = ({ method, url, headers }: IncomingMessage): void =>
    void requests.push({ method, url, headers });
  server.on("connection", (socket: Duplex) => sockets.add(socket));
  server.on("request", (request, response) => {
    take(request);
    response.writeHead(405).end();
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    take(request);
    socket.on("error", () => undefined);
    const answered = answer(request, socket);
    if (typeof answered === "string") socket.end(`HTTP/1.1 ${answered}\r\n\r\n`);
    if (typeof answered !== "number") return;
    const upstream = connect(answered, "127.0.0.1");
    sockets.add(upstream);
    upstream.on("error", () => socket.destroy());
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on("data", (chunk: Buffer) => void chunks.push(chunk));
      from.pipe(to);
    }
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const origin = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  return { origin, port, requests, seen: () => Buffer.concat(chunks).toString("latin1") };
}

/** The port of this machine on which a server listens now. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  return (server.address() as AddressInfo).port;
}
