import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Endpoint, TcpEdge, TrafficPolicyModule } from "@traffic-policy/api";
import { onTestFinished } from "vitest";

/** What goes wrong with one request, before or after its work was done. */
export type Fault =
  | { readonly kind: "delay"; readonly milliseconds: number }
  | {
      readonly kind: "status";
      readonly status: number;
      /** That of the service's limit for 429, and `E` for others. */
      readonly code?: string;
      readonly retryAfter?: string;
    }
  | { readonly kind: "reset"; readonly when: "before" | "after" }
  | { readonly kind: "half" }
  | { readonly kind: "not JSON" }
  | { readonly kind: "wrong content type" }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "endless" }
  | { readonly kind: "silence"; readonly when: "before the headers" | "in the body" };

/** A request as the service saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Whether its work was done, whatever was answered. */
  worked: boolean;
}

/** A copy of everything that the service stores. */
export interface Snapshot {
  readonly edges: Readonly<Record<string, TcpEdge>>;
  readonly routes: Readonly<Record<string, TrafficPolicyModule>>;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * The ten operations over real sockets, written by hand from the service's description and apart
 * from the emulator, with faults below the level of HTTP. It lasts as long as one test.
 */
export class Service {
  readonly seen: SeenRequest[] = [];
  /** The fault of a request, by its number from 0; none at first. */
  faultOf: (index: number) => Fault | undefined = () => undefined;
  /** Connections that were ever opened. */
  connections = 0;
  baseUrl = "";

  readonly #edges = new Map<string, TcpEdge>();
  readonly #routes = new Map<string, TrafficPolicyModule>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #pageSize: number;
  #lastEdge = 0;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** Starts a service for one test. */
  static async start({ pageSize = 100 } = {}): Promise<Service> {
    const service = new Service(pageSize);
    const server = createServer((request, response) => void service.#receive(request, response));
    server.on("connection", () => (service.connections += 1));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    service.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return service;
  }

  /** Stores edges without a request. */
  addEdges(...edges: readonly (Partial<TcpEdge> & { id: string })[]): void {
    for (const edge of edges) this.#edges.set(edge.id, { ...this.#newEdge(edge.id), ...edge });
  }

  /** Stores endpoints. */
  addEndpoints(...ids: readonly string[]): void {
    for (const id of ids) {
      this.#endpoints.set(id, {
        id,
        region: "eu",
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-01T00:00:00Z",
        public_url: "tcp://a.example:1",
        proto: "tcp",
        hostport: "a.example:1",
        type: "edge",
        edge: { id: "edge_a", uri: `${this.baseUrl}/edges/tcp/edge_a` },
      });
    }
  }

  /** Stores the policy of a route without a request. */
  addRoute(edge: string, route: string, module: TrafficPolicyModule): void {
    this.#routes.set(`${edge} ${route}`, module);
  }

  /** What is stored now. */
  snapshot(): Snapshot {
    return structuredClone({
      edges: Object.fromEntries(this.#edges),
      routes: Object.fromEntries(this.#routes),
    });
  }

  /** Forgets everything that is stored and was seen. */
  reset(): void {
    this.#edges.clear();
    this.#routes.clear();
    this.#endpoints.clear();
    this.seen.length = 0;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const index = this.seen.length;
    const seen: SeenRequest = { method, url, worked: false };
    this.seen.push(seen);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = this.faultOf(index);
    if (fault?.kind === "delay") {
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    }
    if (fault?.kind === "status") {
      const { status, retryAfter, code = status === 429 ? "ERR_NGROK_226" : "E" } = fault;
      response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
      response.end(JSON.stringify({ error_code: code, status_code: status, msg: "A fault." }));
      return;
    }
    if (fault?.kind === "redirect") {
      response.writeHead(307, { location: fault.location }).end();
      return;
    }
    if (fault?.kind === "reset" && fault.when === "before") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === "silence" && fault.when === "before the headers") return;
    const body = Buffer.concat(chunks).toString();
    const answer = this.#work(method, new URL(url, this.baseUrl), body);
    seen.worked = answer.status < 300;
    send(answer, fault, response);
  }

  #work(method: string, { pathname, searchParams }: URL, body: string): Answer {
    const [, group, kind, id, sub, route] = pathname.split("/").map(decodeURIComponent);
    const input = (body === "" ? undefined : JSON.parse(body)) as Record<string, unknown>;
    const page = Number(searchParams.get("page") ?? 0);
    if (group === "endpoints") {
      return kind === undefined
        ? this.#page("/endpoints", "endpoints", [...this.#endpoints.values()], page)
        : found(this.#endpoints.get(kind));
    }
    if (group === "edges" && kind === "tcp") return this.#edgeWork(method, id, input, page);
    if (sub !== "routes" || id === undefined || route === undefined) return missing;
    const key = `${id} ${route}`;
    if (method === "PUT") this.#routes.set(key, { enabled: true, value: "", ...input });
    if (method !== "DELETE") return found(this.#routes.get(key));
    return this.#routes.delete(key) ? { status: 204 } : missing;
  }

  #edgeWork(
    method: string,
    id: string | undefined,
    input: Record<string, unknown>,
    page: number,
  ): Answer {
    if (id === undefined && method === "GET") {
      return this.#page("/edges/tcp", "tcp_edges", [...this.#edges.values()], page);
    }
    if (id === undefined) {
      const edge = changed(this.#newEdge(`edge_${(this.#lastEdge += 1)}`), input);
      this.#edges.set(edge.id, edge);
      return { status: 201, body: edge };
    }
    const edge = this.#edges.get(id);
    if (edge === undefined) return missing;
    if (method === "PATCH") this.#edges.set(id, changed(edge, input));
    if (method !== "DELETE") return found(this.#edges.get(id));
    this.#edges.delete(id);
    return { status: 204 };
  }

  #page(path: string, key: string, items: readonly unknown[], page: number): Answer {
    const start = page * this.#pageSize;
    const end = start + this.#pageSize;
    const next = end < items.length ? `${this.baseUrl}${path}?page=${page + 1}` : null;
    const body = { [key]: items.slice(start, end), uri: this.baseUrl + path, next_page_uri: next };
    return { status: 200, body };
  }

  #newEdge(id: string): TcpEdge {
    return {
      id,
      created_at: "2026-01-01T00:00:00Z",
      uri: `${this.baseUrl}/edges/tcp/${id}`,
      hostports: null,
      backend: null,
      ip_restriction: null,
      traffic_policy: null,
      policy: null,
    };
  }
}

function found(body: unknown): Answer {
  return body === undefined ? missing : { status: 200, body };
}

const missing: Answer = {
  status: 404,
  body: { error_code: "E", status_code: 404, msg: "There is no such thing." },
};

function changed(edge: TcpEdge, input: Readonly<Record<string, unknown>>): TcpEdge {
  const module = input["traffic_policy"];
  const traffic_policy =
    module === undefined
      ? edge.traffic_policy
      : { enabled: true, ...(module as { value: string }) };
  const { description = edge.description, metadata = edge.metadata } = input as Partial<TcpEdge>;
  return {
    ...edge,
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    traffic_policy,
  };
}

function send({ status, body }: Answer, fault: Fault | undefined, response: ServerResponse): void {
  const text = body === undefined ? "" : JSON.stringify(body);
  switch (fault?.kind) {
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "half": {
      // Below HTTP, because an answer without a body has only its headers to be cut in.
      const head = `HTTP/1.1 ${status} Status\r\ncontent-length: ${text.length}\r\n\r\n`;
      const whole = status === 204 ? "HTTP/1.1 204 No Content\r\n\r\n" : head + text;
      response.socket?.end(whole.slice(0, Math.floor(whole.length - whole.length / 4)));
      return;
    }
    case "not JSON":
      response.writeHead(200, { "content-type": "application/json" });
      response.end("<html><title>Sign in</title></html>");
      return;
    case "wrong content type":
      response.writeHead(status, { "content-type": "text/html" }).end(text);
      return;
    case "endless": {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = " ".repeat(64 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
      return;
    }
    case "silence":
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
      return;
    default:
      response.writeHead(status, { "content-type": "application/json" }).end(text);
  }
}
