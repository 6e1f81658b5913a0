import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import {
  compilePolicy,
  simulateSync,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import {
  startGateway,
  type Gateway,
  type GatewayOptions,
  type ServedExchange,
} from "@traffic-policy/gateway";
import { Agent, request } from "undici";
import { onTestFinished } from "vitest";

/** A request that an upstream received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** Names and values as they came. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A gateway with what it told. */
export interface Served {
  readonly gateway: Gateway;
  readonly exchanges: ServedExchange[];
  readonly problems: string[];
}

/** Starts a gateway with a policy; it is closed with the test. */
export async function serve(
  document: object,
  upstream: string,
  options: Partial<GatewayOptions> & { readonly protocol?: "tcp" | "tls" } = {},
): Promise<Served> {
  const { protocol = "http", ...others } = options;
  const exchanges: ServedExchange[] = [];
  const problems: string[] = [];
  const gateway = await startGateway({
    policy: await compilePolicy(document, { protocol }),
    upstream,
    onExchange: (served) => void exchanges.push(served),
    onProblem: (sentence) => void problems.push(sentence),
    ...others,
  });
  onTestFinished(() => gateway.close({ now: true }));
  return { gateway, exchanges, problems };
}

/** Starts an upstream; it is closed with the test. */
export async function upstreamOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listening(server)}`;
}

/** An upstream that keeps what it receives, and answers. */
export async function recordingUpstream(
  answer: RequestListener = (_request, response) => void response.end("upstream"),
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const url = await upstreamOf((incoming, response) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const { method = "", url: target = "", rawHeaders, headers } = incoming;
      received.push({ method, url: target, rawHeaders, headers, body });
      answer(incoming, response);
    })();
  });
  return { url, received };
}

/** What simulating gives for an exchange that was told of. */
export function simulatedAgain(
  served: ServedExchange | undefined,
  options?: SimulationOptions,
): Outcome | undefined {
  return served && simulateSync(served.policy, served.exchange, options);
}

/** Lets a server listen until the test is finished, and gives its port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** The whole body of a message; what there is of it, when it breaks off. */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer);
  } catch {
    // The rest does not come.
  }
  return Buffer.concat(chunks);
}

/** An answer with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly trailers: Record<string, string>;
  readonly body: Buffer;
}

/** Asks on a connection of its own. */
export async function ask(
  url: string,
  options: Parameters<typeof request>[1] = {},
): Promise<Answer> {
  const dispatcher = new Agent({ keepAliveTimeout: 1 });
  try {
    const { statusCode, headers, trailers, body } = await request(url, { dispatcher, ...options });
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers, trailers, body: bytes };
  } finally {
    await dispatcher.destroy();
  }
}

/** Sends bytes as they are, and gives all that comes back until the other side ends. */
export function sendRaw(url: string, bytes: string, { end = false } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((settle) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("error", () => {}).once("close", () => settle(text));
    socket.write(bytes, "latin1");
    if (end) socket.end();
  });
}

/** What is thrown from now on with nobody to catch it, which would end a process. */
export function uncaught(): Error[] {
  const errors: Error[] = [];
  const listener = (error: Error): void => void errors.push(error);
  process.on("uncaughtException", listener);
  onTestFinished(() => void process.off("uncaughtException", listener));
  return errors;
}
