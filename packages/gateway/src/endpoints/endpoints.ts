import { isLoopbackAddress, parseAddress, type Protocol } from "@traffic-policy/policy-language";
import type { Reached } from "@traffic-policy/policy-engine";
import { connect } from "node:net";
import { GatewayError } from "../gateway-error.ts";
import { addressesOf } from "../loopback.ts";
import { parseUpstream, upstreamProblem, type Upstream } from "../upstream/upstream.ts";

/** An endpoint of the service, and the local server that stands for it. */
export interface Endpoint {
  /** As it was given: `https://billing.internal`. */
  readonly url: string;
  /** Its host is an address. */
  readonly server: Upstream;
  /** The host as it was given: certificates are for it. */
  readonly name: string;
}

// A server on the same machine answers at once, or not at all.
const connectTimeout = 5_000;

/** The endpoints that policies forward to and ask, each with the local server that stands for it. */
export class Endpoints {
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  /**
   * Reads what stands for which endpoint.
   *
   * @param given - URLs of endpoints with those of servers: `https://billing.internal` to `http://localhost:3001`
   * @throws GatewayError for what is no URL, and for a server that is not on this machine
   */
  static async read(
    given: Readonly<Record<string, string>>,
    protocol: Protocol,
  ): Promise<Endpoints> {
    const endpoints = new Map<string, Endpoint>();
    for (const [url, server] of Object.entries(given)) {
      const origin = originOf(url);
      if (origin === undefined || !/^[^:]+:\/\/[^/?#]+\/?$/.test(url)) {
        throw new GatewayError(`"${url}" cannot be the URL of an endpoint.`, {
          help: "Write scheme and host, like https://billing.internal, with a port for tcp.",
        });
      }
      const parsed = parseUpstream(server, protocol);
      const address = await loopbackAddress(parsed.host);
      if (address === undefined) {
        throw new GatewayError(`"${server}" cannot stand for ${url}: it is not on this machine.`, {
          help: "Use a server on a loopback address, like http://localhost:3001.",
        });
      }
      endpoints.set(origin, { url, server: { ...parsed, host: address }, name: parsed.host });
    }
    return new Endpoints(endpoints);
  }

  private constructor(endpoints: ReadonlyMap<string, Endpoint>) {
    this.#endpoints = endpoints;
  }

  get all(): readonly Endpoint[] {
    return [...this.#endpoints.values()];
  }

  /** The endpoint that a URL belongs to; nothing when no server stands for it. */
  find(url: string): Endpoint | undefined {
    return this.#endpoints.get(originOf(url) ?? "");
  }

  /** Whether the server that stands for an endpoint accepts connections. */
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

const late = "UND_ERR_CONNECT_TIMEOUT";

/** Puts into a sentence why the server that stands for an endpoint does not answer. */
export function endpointProblem(error: Error, { url }: Endpoint): string {
  return upstreamProblem(error, `server for ${url}`).message;
}

/** What is said of an endpoint that no server stands for. */
export function unmapped(url: string): string {
  return `No local server stands for the endpoint ${originOf(url) ?? url}; name one (endpoints in a program, --endpoint on the command line).`;
}

const usualPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Scheme, host and port of the URL of an endpoint; nothing for another text. */
function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const known = port === "" ? usualPorts[protocol] : port;
  const isEndpoint = ["http:", "https:", "tcp:", "tls:"].includes(protocol) && hostname !== "";
  return isEndpoint && known !== undefined
    ? `${protocol}//${hostname.toLowerCase()}:${known}`
    : undefined;
}

/** A loopback address that a host stands for, when it stands for no other one. */
async function loopbackAddress(host: string): Promise<string | undefined> {
  const addresses = parseAddress(host) === undefined ? await addressesOf(host) : [host];
  return addresses.every(isLoopbackAddress) ? addresses[0] : undefined;
}
