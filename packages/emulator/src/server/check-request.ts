import type { IncomingMessage } from "node:http";
import type { Identifiers } from "../operations/operation.ts";
import { Refusal, tooManyRequests, invalidRequest, notFound } from "../answers/refusal.ts";

// With any port, because what forwards a port may have another one.
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Refuses requests from web pages in browsers on this machine: with a host name that an attacker points at 127.0.0.1
 * (DNS rebinding), or with the origin of a page.
 */
export function checkIsLocal({ headers }: IncomingMessage): void {
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

export interface Access {
  /** The accepted key; without it, any key is accepted. */
  readonly apiKey: string | undefined;
  readonly versionHeader: VersionHeader;
  readonly cloudVersionHeader: VersionHeader;
}

export interface VersionHeader {
  readonly name: string;
  readonly value: string;
}

export function checkAccess({ headers }: IncomingMessage, access: Access): void {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (key === undefined || (access.apiKey !== undefined && key !== access.apiKey)) {
    throw new Refusal(401, "unauthorized", "The API key is missing or invalid.");
  }
  if (has(headers, access.versionHeader) || has(headers, access.cloudVersionHeader)) return;
  const { name, value } = access.versionHeader;
  throw new Refusal(400, "invalid_version", `The header ${name} must be ${value}.`);
}

export function asksForCloudEndpoints(
  { headers }: IncomingMessage,
  { cloudVersionHeader }: Access,
): boolean {
  return has(headers, cloudVersionHeader);
}

function has(headers: IncomingMessage["headers"], { name, value }: VersionHeader): boolean {
  return headers[name.toLowerCase()] === value;
}

const minute = 60_000;

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

export function checkIdentifiers(ids: Identifiers): void {
  if (Object.values(ids).every(({ length }) => length <= longestIdentifier)) return;
  throw new Refusal(
    414,
    "path_too_long",
    `An identifier has more than ${longestIdentifier} characters.`,
  );
}

export function noOperation(request: IncomingMessage): Refusal {
  const { method, url } = request;
  return pathOf(request) === undefined
    ? invalidRequest(`The path ${url} is not percent-encoded correctly.`)
    : notFound(`There is no operation ${method} ${url}.`);
}

export function pathOf({ url = "" }: IncomingMessage): string | undefined {
  const path = url.replace(/[?#].*$/, "");
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return undefined;
  }
}

export function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.replace(/^[^?]*/, ""));
}
