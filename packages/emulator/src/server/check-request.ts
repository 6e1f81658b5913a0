import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { describeDocumentError, parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { Refusal, tooManyRequests, invalidRequest, notFound, invalidBody } from "./refusal.ts";

// With any port, because what forwards a port may have another one.
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Refuses requests that web pages in browsers of this machine send: with the host of a name that an
 * attacker lets stand for 127.0.0.1 (DNS rebinding), or with the origin of a page.
 */
export function checkIsLocal({ headers }: FastifyRequest): void {
  const { host = "", origin } = headers;
  if (!loopback.test(host)) {
    throw forbidden(
      `The emulator answers to the hosts 127.0.0.1, localhost and [::1] only, not to "${host}".`,
    );
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw forbidden(`Web pages cannot use the emulator, and "${origin}" is the origin of one.`);
  }
}

function forbidden(message: string): Refusal {
  return new Refusal(403, "forbidden", message);
}

/** What every request has to carry. */
export interface Access {
  /** The key that is taken; when absent, any key is. */
  readonly apiKey: string | undefined;
  readonly versionHeader: VersionHeader;
  /** In its place, the header of the version that has cloud endpoints, and all else as well. */
  readonly cloudVersionHeader: VersionHeader;
}

export interface VersionHeader {
  readonly name: string;
  readonly value: string;
}

/** Refuses a request without the right key or the right version header. */
export function checkAccess({ headers }: FastifyRequest, access: Access): void {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (key === undefined || (access.apiKey !== undefined && key !== access.apiKey)) {
    throw new Refusal(401, "unauthorized", "The API key is missing or invalid.");
  }
  if (has(headers, access.versionHeader) || has(headers, access.cloudVersionHeader)) return;
  const { name, value } = access.versionHeader;
  throw new Refusal(400, "invalid_version", `The header ${name} must be ${value}.`);
}

/** Whether a request is for the version that has cloud endpoints. */
export function asksForCloudEndpoints(
  { headers }: Pick<FastifyRequest, "headers">,
  { cloudVersionHeader }: Pick<Access, "cloudVersionHeader">,
): boolean {
  return has(headers, cloudVersionHeader);
}

function has(headers: FastifyRequest["headers"], { name, value }: VersionHeader): boolean {
  return headers[name.toLowerCase()] === value;
}

const minute = 60_000;

/** Counts requests in any 60 seconds, and refuses those that are too many. */
export class RateLimit {
  readonly #requestsPerMinute: number;
  /** When the requests of the last minute came, in milliseconds, oldest first. */
  #times: number[] = [];

  constructor(requestsPerMinute: number) {
    this.#requestsPerMinute = requestsPerMinute;
  }

  /** @throws Refusal, with the seconds until there is room; a refused request does not count */
  check(): void {
    const now = performance.now();
    this.#times = this.#times.filter((time) => time > now - minute);
    const [oldest = now] = this.#times;
    if (this.#times.length >= this.#requestsPerMinute) {
      throw tooManyRequests(String(Math.ceil((oldest + minute - now) / 1000)));
    }
    this.#times.push(now);
  }
}

// The contract calls identifiers opaque; somewhere there must be an end.
const longestIdentifier = 2048;

/**
 * The path by which a request finds its operation. Fastify would answer one that it cannot decode by
 * itself, without a look at the key; here it leads nowhere, as one does that is not known.
 */
export function routedPath({ url = "/" }: Pick<IncomingMessage, "url">): string {
  return isEncoded(url) ? url : "/";
}

/** Refuses a request with an identifier that is too long. */
export function checkIdentifiers({ is404, params }: FastifyRequest): void {
  if (is404) return;
  const identifiers = Object.values(params as Readonly<Record<string, string>>);
  if (identifiers.every(({ length }) => length <= longestIdentifier)) return;
  throw new Refusal(
    414,
    "path_too_long",
    `An identifier has more than ${longestIdentifier} characters.`,
  );
}

/** Why a path leads to no operation. */
export function noOperation({ method, originalUrl }: FastifyRequest): Refusal {
  return isEncoded(originalUrl)
    ? notFound(`There is no operation ${method} ${originalUrl}.`)
    : invalidRequest(`The path ${originalUrl} is not percent-encoded correctly.`);
}

function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/[?#].*$/, ""));
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses the body of a request. An empty body is not a value.
 *
 * @throws Refusal when it is not JSON in UTF-8, or has a key twice
 */
export function parseBody(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  const { value, errors } = parseJson(decode(bytes));
  const [error] = errors;
  if (error === undefined) return value;
  throw invalidBody(`The body is not JSON: ${describeDocumentError(error).message}`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody("The body is not UTF-8.");
  }
}
