import type { PlainValue } from "../expression/plain-value.ts";
import type { Body, HeaderInput, HeaderRecord } from "./message.ts";

/** A point in time: a date, RFC 3339 text, or milliseconds since 1970. */
export type TimeInput = Date | string | number;

/**
 * One exchange between a client and an upstream, as plain data. What is left out has a default,
 * which `defaults` gives; a protocol of TCP or TLS needs none of it.
 */
export interface Exchange {
  readonly connection?: ConnectionInput;
  readonly endpoint?: EndpointInput;
  /** The request of the client; HTTP policies need one. */
  readonly request?: RequestInput;
  /** The response of the upstream. Without it and `upstream`, the outcome ends with the forwarded request. */
  readonly response?: ResponseInput;
  /** The upstream as a function; it is called only when the request reaches it. */
  readonly upstream?: (request: ForwardedRequest) => ResponseInput | Promise<ResponseInput>;
  /** When it takes place; the clock of the options when left out. */
  readonly time?: TimeInput;
  /**
   * Values of variables by their full name, in place of those that would follow from the rest; `null` for
   * a variable that has none.
   */
  readonly variables?: Readonly<Record<string, PlainValue>>;
}

/** Who is connected to whom. */
export interface ConnectionInput {
  readonly clientIp?: string;
  readonly clientPort?: number;
  readonly serverIp?: string;
  readonly serverPort?: number;
  readonly bytesIn?: number;
  readonly bytesOut?: number;
  readonly start?: TimeInput;
  readonly end?: TimeInput;
  readonly geo?: GeoInput;
  /** None for a connection without TLS; a URL with `https` has one with defaults. */
  readonly tls?: TlsInput;
}

/** The probable location of the client. All values are text, even numbers. */
export interface GeoInput {
  readonly city?: string;
  readonly country?: string;
  /** Two upper-case letters of ISO 3166; empty when unknown. */
  readonly countryCode?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly radius?: string;
  readonly subdivision?: string;
}

export interface TlsInput {
  readonly version?: string;
  readonly cipherSuite?: string;
  readonly sni?: string;
  readonly client?: CertificateInput;
  readonly server?: CertificateInput;
}

export interface CertificateInput {
  readonly subject?: DistinguishedNameInput;
  readonly issuer?: DistinguishedNameInput;
  readonly dnsNames?: readonly string[];
  readonly emailAddresses?: readonly string[];
  readonly ipAddresses?: readonly string[];
  readonly uris?: readonly string[];
  readonly serialNumber?: string;
  readonly signatureAlgorithm?: string;
  /** 30 days before the exchange when left out. */
  readonly notBefore?: TimeInput;
  /** 60 days after the exchange when left out. */
  readonly notAfter?: TimeInput;
  readonly extensions?: readonly {
    readonly id: string;
    readonly critical?: boolean;
    readonly value?: Uint8Array;
  }[];
}

export interface DistinguishedNameInput {
  readonly commonName?: string;
  readonly country?: readonly string[];
  readonly locality?: readonly string[];
  readonly organization?: readonly string[];
  readonly organizationalUnit?: readonly string[];
  readonly postalCode?: readonly string[];
  readonly province?: readonly string[];
  readonly streetAddress?: readonly string[];
}

interface EndpointInput {
  readonly id?: string;
  readonly url?: string;
}

export interface RequestInput {
  /** The HTTP method; `GET` by default. */
  readonly method?: string;
  /** An absolute URL, or a path on the host of the `host` header or of the endpoint. */
  readonly url: string;
  readonly headers?: HeaderInput;
  /** Name to value; they become a `cookie` header. */
  readonly cookies?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** In bytes, for a body that is not given; `null` if it is unknown before the body ends. */
  readonly bodySize?: number | null;
  readonly trailers?: HeaderInput;
  /** `HTTP/1.1` by default. */
  readonly version?: string;
  readonly headerReceived?: TimeInput;
  readonly bodyReceived?: TimeInput;
}

export interface ResponseInput {
  /** The HTTP status; 200 by default. */
  readonly status?: number;
  readonly headers?: HeaderInput;
  /** Name to value; each becomes a `set-cookie` header. */
  readonly cookies?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** In bytes, for a body that is not given; `null` if it is unknown before the body ends. */
  readonly bodySize?: number | null;
  readonly trailers?: HeaderInput;
  readonly headerSent?: TimeInput;
  readonly bodySent?: TimeInput;
}

/** The request that reaches the upstream. */
export interface ForwardedRequest {
  readonly method: string;
  /** The whole URL, as the policy left it. */
  readonly url: string;
  readonly headers: HeaderRecord;
  readonly body?: Body;
}

/** An exchange that cannot be: a URL that is none, an HTTP policy without a request. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
  /** A hint on how to fix the problem. */
  readonly help: string;
  /** JSON Pointer to the part of the exchange, or of the case around it; none where it is the URL. */
  readonly path: string | undefined;

  constructor(message: string, help: string, path?: string) {
    super(message);
    this.help = help;
    this.path = path;
  }
}

/**
 * The values for an exchange that does not set its own. Addresses come from the blocks that RFC 5737 reserves for
 * documentation, so that no rule about a real network matches them.
 */
export const defaults = {
  connection: {
    clientIp: "198.51.100.1",
    clientPort: 50_000,
    serverIp: "198.51.100.2",
    bytesIn: 0,
    bytesOut: 0,
  },
  /** The address of no country: nothing is known of where it is. */
  geo: "",
  tls: { version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256" },
  certificate: { serialNumber: "", signatureAlgorithm: "" },
  request: { method: "GET", scheme: "https", host: "example.com", version: "HTTP/1.1" },
  response: { status: 200 },
} as const;

export const defaultPorts: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  tcp: 443,
  tls: 443,
};
