import { parseBaseUrl } from "./configuration/base-url.ts";
import {
  checkedNumber,
  type Retries,
  type Timeouts,
  toRetries,
  toTimeouts,
} from "./configuration/settings.ts";
import {
  checkSecrecy,
  defaultVersionHeader,
  fixedHeaders,
  type VersionHeader,
} from "./configuration/headers.ts";
import { parseProxy } from "./configuration/proxy.ts";
import { kindOf } from "./policy/kinds/index.ts";
import { comparePolicy, type PolicyComparison } from "./policy/compare-policy.ts";
import {
  documentText,
  enabledFor,
  type PolicyInput,
  pushPolicy,
  toDocument,
} from "./policy/push-policy.ts";
import { type PolicyReading, readPolicies, readPolicy } from "./policy/read-policies.ts";
import type { StoredPolicy } from "./policy/stored-policy.ts";
import type { Target } from "./policy/target.ts";
import { Endpoints } from "./service/endpoints.ts";
import type { RequestOptions, WriteOptions } from "./operation.ts";
import { RouteTrafficPolicy } from "./service/route-traffic-policy.ts";
import { TcpEdges } from "./service/tcp-edges.ts";
import { type ClientEvent, Connection } from "./transport/connection.ts";

/** How to reach the service. */
export interface ClientOptions {
  /** `https:`, or `http:` to this machine. A path is kept: operations are below it. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else, and never shown. */
  readonly apiKey: string;
  /**
   * The URL of a proxy, `http:` or `https:`, also with a user name and a password. It opens a tunnel
   * to `baseUrl`, which must be `https:` then, and sees nothing of what goes through. Nothing is read
   * from the environment; `proxyFrom` tells what its variables say.
   */
  readonly proxy?: string | undefined;
  /** The header that names the interface's version; `Service-Version: 2` by default. */
  readonly versionHeader?: VersionHeader | undefined;
  /**
   * Milliseconds that an operation and its steps may take; 10000 for a connection, 30000 for the
   * beginning of an answer and between its parts, and 120000 in total by default.
   */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** How often a request is repeated that may succeed later; up to 4 attempts in all by default. */
  readonly retries?: Partial<Retries> | undefined;
  /**
   * Requests that all operations of the client may send in any minute; the others wait. The
   * service's description gives no limit. Services of this kind allow 120, which is the default,
   * but for a base URL on this machine: there it is infinite. A 429 can make it smaller for a while.
   */
  readonly requestsPerMinute?: number | undefined;
  /** Connections that are open at the same time; 8 by default. */
  readonly connections?: number | undefined;
  /** Bytes that the body of an answer may have; 32 MiB by default. */
  readonly largestAnswer?: number | undefined;
  /** Called for every request that is repeated or has to wait. What it throws ends the operation. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

const usualLimit = 120;

/**
 * Makes a client of the service. Nothing is sent yet.
 *
 * @throws InvalidConfiguration for options that cannot work, would send the key unencrypted, or hold it
 *   where it would be logged; and for a key of fewer than 8 characters, unless the service is on this machine
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "https://api.example.com", apiKey });
 * const edge = await client.tcpEdges.get("edge_1");
 * await client.close();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, versionHeader = defaultVersionHeader } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const headers = fixedHeaders(apiKey, versionHeader);
  checkSecrecy(apiKey, baseUrl, versionHeader);
  const { requestsPerMinute = baseUrl.isLoopback ? Infinity : usualLimit } = options;
  const connection = new Connection({
    baseUrl,
    proxy: parseProxy(options.proxy, baseUrl),
    apiKey,
    headers,
    timeouts: toTimeouts(options.timeouts),
    retries: toRetries(options.retries),
    requestsPerMinute: checkedNumber('"requestsPerMinute"', requestsPerMinute, {
      least: 1,
      greatest: Infinity,
      unit: "requests",
    }),
    connections: checkedNumber('"connections"', options.connections ?? 8, {
      least: 1,
      greatest: 1000,
      unit: "connections",
    }),
    largestAnswer: checkedNumber('"largestAnswer"', options.largestAnswer ?? 32 * 1024 * 1024, {
      least: 1,
      greatest: 2 ** 30,
      unit: "bytes",
    }),
    onEvent: options.onEvent ?? (() => undefined),
  });
  return new Client(connection);
}

/**
 * The operations of the service. Redirects are not followed. A request that failed for a reason that
 * may pass is repeated if that can do no harm; a creation, only if it cannot have had an effect.
 */
export class Client {
  readonly tcpEdges: TcpEdges;
  readonly endpoints: Endpoints;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
  /** The proxy that requests go through, without user name and password; undefined for none. */
  readonly proxy: string | undefined;
  /** Milliseconds that an operation and its steps may take, completed. */
  readonly timeouts: Timeouts;
  /** How often a request is repeated, completed. */
  readonly retries: Retries;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.tcpEdges = new TcpEdges(connection);
    this.endpoints = new Endpoints(connection);
    this.httpsRoutes = { trafficPolicy: new RouteTrafficPolicy(connection) };
    this.proxy = connection.proxy;
    this.timeouts = connection.timeouts;
    this.retries = connection.retries;
  }

  /**
   * Writes a policy to a target, in the author's order, and returns what the service answers to have
   * stored. Nothing else of the target is changed.
   *
   * @param options - `enabled` is true by default; a cloud endpoint has none
   * @throws InvalidRequest, and nothing is sent, for what is not a policy document
   * @throws ServiceError; its `effect` tells whether the policy can have been written anyway
   */
  async pushPolicy(
    target: Target,
    policy: PolicyInput,
    { enabled: said, ...options }: WriteOptions & { readonly enabled?: boolean } = {},
  ): Promise<StoredPolicy> {
    const enabled = enabledFor(target, kindOf(target).operations.write, said);
    return pushPolicy(this, target, { document: toDocument(policy), enabled }, options);
  }

  /**
   * Reads what the service holds for a target; nothing when it holds no policy there.
   *
   * @throws ServiceError; `NotFound` when there is no such TCP edge or endpoint. Of a route the service
   *   does not tell whether only the policy is missing, so there `NotFound` is only an answer that is not its own.
   */
  readPolicy(target: Target, options: RequestOptions = {}): Promise<StoredPolicy | undefined> {
    return readPolicy(this, target, options);
  }

  /**
   * Reads what the service holds for many targets, those of TCP edges and cloud endpoints from the
   * lists: a page of a hundred is one request. An error of one target is in its reading.
   */
  readPolicies(
    targets: readonly Target[],
    options: RequestOptions = {},
  ): Promise<readonly PolicyReading[]> {
    return readPolicies(this, targets, options);
  }

  /**
   * Compares a policy with what the service holds for a target, rule by rule.
   *
   * @param options - `enabled` is true by default; a cloud endpoint has none
   * @throws InvalidRequest, and nothing is sent, for what JSON cannot hold
   * @throws ServiceError when what the service holds cannot be read
   */
  async comparePolicy(
    target: Target,
    policy: PolicyInput,
    { enabled: said, ...options }: RequestOptions & { readonly enabled?: boolean } = {},
  ): Promise<PolicyComparison> {
    const { read } = kindOf(target).operations;
    const enabled = enabledFor(target, read, said);
    const document = toDocument(policy);
    // What JSON cannot hold cannot be compared either.
    documentText(read, document);
    const stored = await readPolicy(this, target, options);
    return comparePolicy({ document, enabled }, stored);
  }

  /** Waits for operations in progress and closes all connections; no others are taken. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}
