import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  type CompiledPolicy,
  type ConnectionInput,
  CircuitBreakers,
  RateLimits,
  TokenVerifications,
} from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { buildConnector, Pool } from "undici";
import type { Endpoint, Endpoints } from "../endpoints/endpoints.ts";
import { RequestSender } from "../endpoints/request-sender.ts";
import { listenFor } from "../listen/listen.ts";
import type { Listening } from "../loopback.ts";
import type { Gateway, GatewayOptions } from "../options.ts";
import { checkProtocol } from "../gateway-error.ts";
import { connectionOf, surroundings } from "../surroundings.ts";
import { UpstreamClient, type UpstreamClientOptions } from "../upstream/upstream-client.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { algorithms } from "./bodies.ts";
import { hasBody } from "./forwarded-head.ts";
import { type HttpSetting, type Incoming, serveRequest } from "./http-exchange.ts";
import { sendText } from "./response-head.ts";
import { responseOn, type Upgrade, wantedProtocol } from "./upgrade.ts";

/** A gateway for an HTTP policy. */
export class HttpGateway implements Gateway {
  readonly url: string;
  readonly #options: GatewayOptions;
  readonly #server: Server;
  readonly #pool: Pool;
  readonly #pools = new Map<Endpoint, Pool>();
  readonly #connections = new WeakMap<object, ConnectionInput>();
  readonly #sockets = new Set<Socket>();
  /** Connections on which the start of the next request is ambiguous. */
  readonly #refused = new WeakSet<object>();
  readonly #open = new Set<ServerResponse | Duplex>();
  #setting: HttpSetting;
  #isClosing = false;

  /** @throws GatewayError when an option is invalid, or the port cannot be used */
  static start(options: GatewayOptions): Promise<HttpGateway> {
    const server = createServerFor(options);
    return listenFor(
      server,
      options,
      (upstream, endpoints, listening) =>
        new HttpGateway(options, { upstream, endpoints }, server, listening),
    );
  }

  private constructor(
    options: GatewayOptions,
    { upstream, endpoints }: { readonly upstream: Upstream; readonly endpoints: Endpoints },
    server: Server,
    { authority }: Listening,
  ) {
    this.url = `http://${authority}`;
    this.#options = options;
    this.#server = server;
    const around = surroundings(this.url, options);
    this.#pool = poolOf({ ...upstream, name: upstream.host }, options);
    const { hostHeader = "client", onExchange = nothing, onProblem = nothing } = options;
    this.#setting = {
      ...this.#settingOf(options.policy),
      upstream,
      pool: this.#pool,
      endpoints,
      poolOf: (endpoint) => this.#poolOf(endpoint),
      sender: new RequestSender(endpoints),
      bodySize: options.limits?.bodySize ?? 1_048_576,
      hostHeader,
      around,
      onExchange,
      onProblem,
    };
    server
      .on("connection", (socket) => this.#connected(socket))
      .on("request", (request, response) => this.#answer(request, response))
      .on("checkContinue", (request, response) => this.#answer(request, response))
      .on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head))
      .on("connect", (request, socket) => {
        const message = "The gateway is not a proxy for CONNECT.";
        this.#refuse(request, responseOn(socket, request), { status: 501, message });
      });
  }

  get open(): number {
    return this.#open.size;
  }

  setPolicy(policy: CompiledPolicy): void {
    checkProtocol(policy, this.#setting.policy);
    this.#setting = { ...this.#setting, ...this.#settingOf(policy) };
  }

  async close({ now = false }: { readonly now?: boolean } = {}): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((settle) => {
      if (this.#sockets.size === 0 && !this.#server.listening) settle();
      else this.#server.close(() => settle());
    });
    this.#server.closeIdleConnections();
    if (now) for (const socket of this.#sockets) socket.destroy();
    await closed;
    await Promise.all(Array.from(this.#sockets, (socket) => closing(socket)));
    await Promise.all([this.#pool, ...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #poolOf(endpoint: Endpoint): Pool {
    return getOrAdd(this.#pools, endpoint, () => {
      return poolOf({ ...endpoint.server, name: endpoint.name }, this.#options);
    });
  }

  #settingOf(policy: CompiledPolicy): Pick<HttpSetting, "policy" | "simulation"> {
    return {
      policy,
      simulation: {
        ...this.#options.simulation,
        failsAtUnknown: true,
        compressionAlgorithms: algorithms,
        rateLimits: new RateLimits(),
        tokens: new TokenVerifications(),
        circuitBreakers: new CircuitBreakers(),
      },
    };
  }

  #connected(socket: Socket): void {
    // Node takes its own listener away from a connection that it hands out.
    socket.on("error", () => {});
    const { connection } = this.#setting.around;
    this.#connections.set(socket, connectionOf(socket, Date.now(), connection));
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      if (this.#isClosing) setImmediate(() => this.#server.closeIdleConnections());
    });
    this.#serve({ request, response });
  }

  #serve(incoming: Omit<Incoming, "connection">): void {
    const { request, response } = incoming;
    if (this.#refused.has(request.socket)) return;
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      this.#refuse(request, response, refusal);
      return;
    }
    const connection = this.#connections.get(request.socket) ?? {};
    serveRequest(this.#setting, { ...incoming, connection });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    const response = responseOn(socket, request);
    if (hasBody(request)) {
      // Node does not read the body of a request that it gives away.
      const message = "A request to upgrade the connection cannot have a body here.";
      this.#refuse(request, response, { status: 501, message });
      return;
    }
    const protocol = wantedProtocol(request);
    const upgrade: Upgrade | undefined =
      protocol === undefined ? undefined : { socket, head, protocol };
    this.#serve({ request, response, upgrade });
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    response.on("error", () => {});
    this.#refused.add(request.socket);
    response.shouldKeepAlive = false;
    sendText(response, refusal.status, `${refusal.message}\n`);
    this.#setting.onProblem(
      `${request.method ?? ""} ${request.url ?? ""} is refused with ${refusal.status}. ${refusal.message}`,
    );
  }
}

function createServerFor({ limits = {} }: GatewayOptions): Server {
  const { headerSize = 16_384, headersTimeout = 60_000, requestTimeout = 300_000 } = limits;
  return createServer({
    maxHeaderSize: headerSize,
    headersTimeout,
    requestTimeout: Math.max(requestTimeout, headersTimeout),
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(headersTimeout / 2)),
    insecureHTTPParser: false,
    // A request without one is refused like others that are wrong, and what follows is not read.
    requireHostHeader: false,
    noDelay: true,
  });
}

/** @param name - the host that the certificate must match */
function poolOf(
  { scheme, host, port, name }: Upstream & { readonly name: string },
  { limits = {} }: GatewayOptions,
): Pool {
  const connect = buildConnector({});
  return new Pool(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`, {
    factory: (origin, given) => new UpstreamClient(origin, given as UpstreamClientOptions),
    pipelining: 1,
    headersTimeout: limits.upstreamTimeout ?? 300_000,
    // Events may come hours apart.
    bodyTimeout: 0,
    // The certificate must be the upstream's, whatever host the request is for.
    connect: (options, callback) =>
      void connect({ ...options, servername: serverName(name) }, callback),
  });
}

/** TLS has no server name for an address. */
function serverName(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}

function closing(socket: Socket): Promise<void> {
  return new Promise((settle) => {
    if (socket.destroyed) settle();
    else socket.once("close", () => settle());
  });
}

function nothing(): void {}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

// RFC 9112, section 3.2, and RFC 3986, section 3.2.2: a name or an address, and perhaps a port.
const authority = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::\d*)?$/;

/**
 * Rejects requests that Node's parser accepts but upstreams may parse differently, which would allow request
 * smuggling.
 */
function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { rawHeaders, httpVersion } = request;
  const hosts: string[] = [];
  const codings: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === "host") hosts.push(rawHeaders[index + 1] ?? "");
    else if (name === "transfer-encoding") codings.push(rawHeaders[index + 1] ?? "");
  }
  if (hosts.length > 1) return refused("The request has several host headers.");
  const [host] = hosts;
  if (host === undefined && httpVersion !== "1.0")
    return refused("The request has no host header.");
  if (host !== undefined && !authority.test(host)) return refused("The host header is not a host.");
  if (codings.length > 0) {
    if (httpVersion === "1.0") return refused("HTTP/1.0 has no transfer codings.");
    if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
      return { status: 501, message: "The only supported transfer coding is chunked." };
    }
  }
  const target = request.url ?? "";
  if (target.startsWith("/")) return undefined;
  if (target === "*") return { status: 501, message: "Requests for * are not forwarded." };
  const [, asked] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (asked !== undefined && authority.test(asked)) return undefined;
  return refused("The request target is neither a path nor an http URL.");
}

function refused(message: string): Refusal {
  return { status: 400, message };
}
