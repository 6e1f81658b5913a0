import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { isLoopbackAddress } from "@traffic-policy/policy-language/internal";
import type { Sent, SentRequest } from "@traffic-policy/policy-engine";
import { buildConnector, Client, type Dispatcher } from "undici";
import { listOf } from "../fields.ts";
import { upstreamProblem } from "../upstream/upstream.ts";
import { unmapped, type Endpoints } from "./endpoints.ts";
import { hopsHeader, type Hops } from "./hops.ts";

// Source: facts/phases/actions.json, http-request: a loop is stopped after three.
const mostHops = 3;

export interface SendingFor {
  readonly hops: Hops;
  readonly signal: AbortSignal;
}

/** Sends the requests of `http-request`, to servers on this machine only. */
export class RequestSender {
  readonly #endpoints: Endpoints;

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints;
  }

  /** Sends a request and follows its redirects. Never throws: failures are part of the result. */
  async send(request: SentRequest, { hops, signal }: SendingFor): Promise<Sent> {
    if (hops.own >= mostHops) {
      const message = `The request to ${request.url} is not sent: ${mostHops} requests of policies have led here, as in a loop.`;
      return { kind: "failed", message };
    }
    const left = Math.max(1, Math.ceil(request.until - Date.now()));
    const timeout = AbortSignal.timeout(left);
    const headers = { ...request.headers, [hopsHeader]: hops.next };
    try {
      return await this.#follow({ ...request, headers }, AbortSignal.any([signal, timeout]));
    } catch (error) {
      const reason = timeout.aborted
        ? "There was no response in time."
        : upstreamProblem(error as Error, "server").message;
      return { kind: "failed", message: `${request.method} ${request.url}: ${reason}` };
    }
  }

  async #follow(first: SentRequest, signal: AbortSignal): Promise<Sent> {
    let request = first;
    for (let redirects = 0; ; redirects++) {
      const place = this.#placeOf(request.url);
      if ("message" in place) return place;
      const { status, location, sent } = await sendTo(place, request, signal);
      if (location === undefined) return sent;
      if (redirects >= first.redirects) {
        const message = `${first.method} ${first.url}: There are more than ${first.redirects} redirects.`;
        return { kind: "failed", message };
      }
      request = redirected(request, status, location);
    }
  }

  #placeOf(text: string): Place | Exclude<Sent, { kind: "response" }> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
      return { kind: "failed", message: `"${text}" is not the URL of an HTTP request.` };
    }
    const endpoint = this.#endpoints.find(text);
    if (endpoint !== undefined) {
      const { scheme, host, port } = endpoint.server;
      return { url, scheme, addresses: [host], port, name: endpoint.name };
    }
    const addresses = ownAddresses(url.hostname);
    if (addresses.length === 0) {
      const message = `The request to ${url.host} is not sent: that host is not this machine. ${unmapped(text)}`;
      return { kind: "refused", message };
    }
    const scheme = url.protocol.slice(0, -1);
    const port = Number(url.port || (scheme === "https" ? 443 : 80));
    return { url, scheme, addresses, port, name: url.hostname };
  }
}

interface Place {
  readonly url: URL;
  /** The scheme of the server, which may differ from that of the URL. */
  readonly scheme: string;
  /** The addresses to try, in order. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly name: string;
}

/** Returns the loopback addresses of a host. Looks no name up, because that would disclose it to others. */
function ownAddresses(hostname: string): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  // RFC 6761, section 6.3.
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  return isLoopbackAddress(host) ? [host] : [];
}

interface Answered {
  readonly status: number;
  readonly location?: string;
  readonly sent: Sent;
}

async function sendTo(place: Place, request: SentRequest, signal: AbortSignal): Promise<Answered> {
  const [last = "", ...others] = place.addresses.toReversed();
  for (const address of others.toReversed()) {
    try {
      return await sendToAddress(address, place, request, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
    }
  }
  return sendToAddress(last, place, request, signal);
}

async function sendToAddress(
  address: string,
  { url, scheme, port, name }: Place,
  { method, headers, body, largestBody }: SentRequest,
  signal: AbortSignal,
): Promise<Answered> {
  const host = address.includes(":") ? `[${address}]` : address;
  const connector = buildConnector({});
  const client = new Client(`${scheme}://${host}:${port}`, {
    // A certificate cannot be asked for by an address.
    connect: (options, callback) =>
      void connector({ ...options, servername: /^[\d.]+$|:/.test(name) ? "" : name }, callback),
  });
  const begun = performance.now();
  try {
    const response = await received(
      client,
      {
        method: method as Dispatcher.HttpMethod,
        path: url.pathname + url.search,
        headers: { host: url.host, ...signedIn(url), ...headers },
        body: body === "" ? null : body,
      },
      largestBody,
      signal,
    );
    const { status, bytes, fields } = response;
    const text = bytes && textOf(bytes, fields["content-encoding"] ?? [], largestBody);
    const milliseconds = performance.now() - begun;
    const [location] = [301, 302, 303, 307, 308].includes(status) ? (fields["location"] ?? []) : [];
    const tooLarge = `The response to ${method} ${url.href} is larger than ${largestBody} bytes.`;
    return {
      status,
      ...(location !== undefined && { location: new URL(location, url).href }),
      sent:
        text === undefined
          ? { kind: "failed", message: tooLarge, address }
          : {
              kind: "response",
              response: { status, headers: fields, body: text, address, milliseconds },
            },
    };
  } finally {
    await client.destroy();
  }
}

function signedIn({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Builds the request that follows a redirect. Source: RFC 9110, section 15.4, as Go's client does it. */
function redirected(request: SentRequest, status: number, url: string): SentRequest {
  const isKept = status === 307 || status === 308;
  const isSameHost = new URL(request.url).host === new URL(url).host;
  const headers = Object.entries(request.headers).filter(([name]) => {
    if (!isKept && name.startsWith("content-")) return false;
    return isSameHost || !["authorization", "cookie", "host"].includes(name);
  });
  return {
    ...request,
    url,
    headers: Object.fromEntries(headers),
    ...(!isKept && { method: "GET", body: "" }),
  };
}

interface Received {
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Undefined for a body over the size limit. */
  readonly bytes: Buffer | undefined;
}

function received(
  client: Client,
  options: Dispatcher.DispatchOptions,
  most: number,
  signal: AbortSignal,
): Promise<Received> {
  return new Promise((settle, refuse) => {
    const end = (): void => void client.destroy().catch(() => {});
    const abort = (): void => {
      refuse(signal.reason as Error);
      end();
    };
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let fields: Received["fields"] = {};
    client.dispatch(options, {
      // Without it, undici takes the handler for one of its older kind.
      onRequestStart: () => {},
      onResponseStart(_controller, code, headers) {
        status = code;
        fields = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat()]),
        );
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= most) return;
        settle({ status, fields, bytes: undefined });
        end();
      },
      onResponseEnd: () => settle({ status, fields, bytes: Buffer.concat(chunks) }),
      onResponseError: (_controller, error) => refuse(error),
    });
  });
}

const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Decompresses a body to text; undefined when the result is over the limit. */
function textOf(bytes: Buffer, encodings: readonly string[], most: number): string | undefined {
  let decoded = bytes;
  for (const encoding of listOf(encodings).toReversed()) {
    const decoder = decoders[encoding];
    if (decoder === undefined) break;
    try {
      decoded = decoder(decoded, { maxOutputLength: most });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return undefined;
      throw error;
    }
  }
  return decoded.toString("utf8");
}
