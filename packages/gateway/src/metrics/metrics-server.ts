import { createServer } from "node:http";
import { listenOnLoopback } from "../loopback.ts";

/** How to serve metrics. */
export interface MetricsServerOptions {
  /** The port; 0 is any that is free. */
  readonly port: number;
  /** A loopback address; `127.0.0.1` by default. */
  readonly host?: string;
  /** Returns what `/metrics` answers, in the text format of Prometheus. */
  readonly text: () => string;
}

/** A server of metrics that is running. */
export interface MetricsServer {
  /** Where it is: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** From now on, `/health` answers with 503, so that nobody sends anything more. */
  stopping(): void;
  close(): void;
}

/**
 * Serves `/metrics` and `/health` on a loopback port of their own, so that no request for the upstream is taken for one.
 *
 * @throws GatewayError when the address is not a loopback address, or the port cannot be used
 */
export async function startMetrics({
  text,
  ...place
}: MetricsServerOptions): Promise<MetricsServer> {
  let isStopping = false;
  let hosts: ReadonlySet<string> = new Set();
  const answers: Readonly<Record<string, () => readonly [status: number, text: string]>> = {
    "/metrics": () => [200, text()],
    "/health": () => (isStopping ? [503, "stopping\n"] : [200, "ok\n"]),
  };
  const answerTo = (method = "", url = "", host = ""): readonly [status: number, text: string] => {
    // Another name that resolves to the loopback address is how a page of the web would ask.
    if (!hosts.has(host)) return [403, "Only this machine is answered.\n"];
    if (method !== "GET" && method !== "HEAD") return [405, "Nothing can be sent here.\n"];
    const path = url.replace(/[?#].*/s, "");
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    return answer?.() ?? [404, "There are /metrics and /health.\n"];
  };
  const server = createServer((request, response) => {
    const [status, body] = answerTo(request.method, request.url, request.headers.host);
    response.writeHead(status, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
      ...(status === 405 && { allow: "GET, HEAD" }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  const { authority, port } = await listenOnLoopback(server, place);
  hosts = new Set([authority, `localhost:${port}`]);
  return {
    url: `http://${authority}`,
    stopping: () => {
      isStopping = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
