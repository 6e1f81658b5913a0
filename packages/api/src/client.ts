import { parseBaseUrl } from "./configuration/base-url.ts";
import { defaultVersionHeader, fixedHeaders, type VersionHeader } from "./configuration/headers.ts";
import { checkTimeout, defaultTimeout } from "./configuration/timeout.ts";
import { RouteTrafficPolicy } from "./service/route-traffic-policy.ts";
import { TcpEdges } from "./service/tcp-edges.ts";
import { Connection } from "./transport/connection.ts";

/** How to reach the service. */
export interface ClientOptions {
  /** `https:`, or `http:` to this machine. A path is kept: operations are below it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The header that names the interface's version; `Service-Version: 2` unless said otherwise. */
  readonly versionHeader?: VersionHeader | undefined;
  /** Milliseconds that one request may take in total; 30000 unless said otherwise. */
  readonly timeout?: number | undefined;
}

/**
 * Makes a client of the service. Nothing is sent yet.
 *
 * @throws InvalidConfiguration for options that cannot work, or would send the key unencrypted
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "https://api.example.com", apiKey });
 * const edge = await client.tcpEdges.get("edge_1");
 * await client.close();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, versionHeader = defaultVersionHeader, timeout = defaultTimeout } = options;
  const connection = new Connection({
    baseUrl: parseBaseUrl(options.baseUrl),
    apiKey,
    headers: fixedHeaders(apiKey, versionHeader),
    timeout: checkTimeout(timeout),
  });
  return new Client(connection);
}

/** The operations of the service. Redirects are not followed, and nothing is sent twice. */
export class Client {
  readonly tcpEdges: TcpEdges;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.tcpEdges = new TcpEdges(connection);
    this.httpsRoutes = { trafficPolicy: new RouteTrafficPolicy(connection) };
  }

  /** Waits for requests under way and closes all connections; the client is of no use afterwards. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}
