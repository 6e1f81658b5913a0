import { type Protocol } from "@traffic-policy/policy-language";
import {
  getOrAdd,
  isLoopbackAddress,
  parseAddress,
  parseEndpointUrl,
} from "@traffic-policy/policy-language/internal";
import type { Reached } from "@traffic-policy/policy-engine";
import { connect } from "node:net";
import { GatewayError } from "../gateway-error.ts";
import type { GatewayOptions } from "../options.ts";
import { addressesOf } from "../loopback.ts";
import { parseUpstream, upstreamProblem, type Upstream } from "../upstream/upstream.ts";

export interface Endpoint {
  readonly url: string;
  readonly server: Upstream;
  /** The host name as given; certificates must match it. */
  readonly name: string;
}

// A server on the same machine answers at once, or not at all.
const connectTimeout = 5_000;

/** Maps the endpoints that policies forward to or query to the local servers that stand in for them. */
export class Endpoints {
  readonly #endpoints: Map<string, Endpoint>;
  readonly #serverOf: ((url: string) => string | undefined) | undefined;
  readonly #protocol: Protocol;

  /**
   * Resolves the mapping from endpoints to local servers.
   *
   * @param given - endpoint URLs with server URLs: `https://billing.internal` to `http://localhost:3001`
   * @throws GatewayError for an invalid URL, and for a server that is not on this machine
   */
  static async read(
    given: NonNullable<GatewayOptions["endpoints"]>,
    protocol: Protocol,
  ): Promise<Endpoints> {
    if (typeof given === "function") return new Endpoints(new Map(), protocol, given);
    const endpoints = new Map<string, Endpoint>();
    for (const [url, server] of Object.entries(given)) {
      const origin = originOf(url);
      if (origin === undefined || parseEndpointUrl(url) === undefined) {
        throw new GatewayError(`"${url}" cannot be the URL of an endpoint.`, {
          help: "Write scheme and host, like https://billing.internal, with a port for tcp.",
        });
      }
      const parsed = parseUpstream(server, protocol);
      const address = await loopbackAddress(parsed.host);
      if (address === undefined) {
        throw notHere(server, url);
      }
      endpoints.set(origin, { url, server: { ...parsed, host: address }, name: parsed.host });
    }
    return new Endpoints(endpoints, protocol);
  }

  private constructor(
    endpoints: Map<string, Endpoint>,
    protocol: Protocol,
    serverOf?: (url: string) => string | undefined,
  ) {
    this.#endpoints = endpoints;
    this.#protocol = protocol;
    this.#serverOf = serverOf;
  }

  /** True when all endpoints are known, so that a forward to another one fails. */
  get isWhole(): boolean {
    return this.#serverOf !== undefined;
  }

  get all(): readonly Endpoint[] {
    return [...this.#endpoints.values()];
  }

  find(url: string): Endpoint | undefined {
    const server = this.#serverOf?.(url);
    if (server === undefined) return this.#endpoints.get(originOf(url) ?? "");
    return getOrAdd(this.#endpoints, server, () => {
      const parsed = parseUpstream(server, this.#protocol);
      if (!isLoopbackAddress(parsed.host)) throw notHere(server, url);
      return { url, server: parsed, name: parsed.host };
    });
  }

  reach(url: string): Promise<Reached> {
    const endpoint = this.find(url);
    if (endpoint === undefined) return Promise.resolve({ kind: "unknown", message: unmapped(url) });
    const { host, port } = endpoint.server;
    return new Promise((settle) => {
      const socket = connect({ host, port, timeout: connectTimeout });
      const end = (reached: Reached): void => {
        socket.destroy();
        settle(reached);
      };
      const fail = (error: Error): void =>
        end({ kind: "failed", message: endpointProblem(error, endpoint) });
      socket.once("connect", () => end({ kind: "reached" }));
      socket.once("timeout", () => fail(Object.assign(new Error("timeout"), { code: late })));
      socket.once("error", fail);
    });
  }
}

function notHere(server: string, url: string): GatewayError {
  return new GatewayError(`"${server}" cannot stand for ${url}: it is not on this machine.`, {
    help: "Use a server on a loopback address, like http://localhost:3001.",
  });
}

const late = "UND_ERR_CONNECT_TIMEOUT";

export function endpointProblem(error: Error, { url }: Endpoint): string {
  return upstreamProblem(error, `server for ${url}`).message;
}

export function unmapped(url: string): string {
  return `No local server stands for the endpoint ${originOf(url) ?? url}; name one (endpoints in a program, --endpoint on the command line).`;
}

/** Returns scheme, host and port of a URL, which may have a path; undefined where it has not all of them. */
function originOf(url: string): string | undefined {
  const { scheme, host, port } = parseEndpointUrl(url.replace(/(?<=[^/:])[/?#].*$/s, "")) ?? {};
  return port === undefined ? undefined : `${scheme}://${host}:${port}`;
}

/** Returns a loopback address for the host; undefined when it also resolves to other addresses. */
async function loopbackAddress(host: string): Promise<string | undefined> {
  const addresses = parseAddress(host) === undefined ? await addressesOf(host) : [host];
  return addresses.every(isLoopbackAddress) ? addresses[0] : undefined;
}
