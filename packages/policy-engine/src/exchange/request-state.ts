import { parseCookies, type Cookie } from "./cookies.ts";
import {
  defaults,
  ExchangeError,
  type Exchange,
  type ForwardedRequest,
  type RequestInput,
} from "./exchange.ts";
import { type Body, HeaderFields, bodySizeOf, hasBody, setContentLength } from "./message.ts";
import { formatUrl, hostAndPort, normalizeUrl, parseUrl, type UrlParts } from "./url.ts";

/** The request as it goes through the policy, with the changes that actions make. */
export class RequestState {
  readonly input: RequestInput;
  readonly method: string;
  readonly version: string;
  readonly headers: HeaderFields;
  body: Body | undefined;
  /** The reason why an existing body is not known, as the end of a sentence; undefined before it was asked for. */
  missingBody: string | undefined;
  readonly hasBody: boolean;
  /** In bytes; undefined without a body, or when the size is not known before the body ends. */
  bodySize: number | undefined;
  readonly sentUrl: string;
  #url: UrlParts;
  #normalUrl: UrlParts | undefined;
  #queryParams: ReadonlyMap<string, readonly string[]> | undefined;
  #cookies: readonly Cookie[] | undefined;
  #cookiesVersion = 0;

  /** @throws ExchangeError when the URL is invalid */
  constructor(input: RequestInput, exchange: Exchange) {
    this.input = input;
    this.method = input.method ?? defaults.request.method;
    this.version = input.version ?? defaults.request.version;
    this.headers = new HeaderFields(input.headers);
    this.sentUrl = absoluteUrl(input.url, this.headers, exchange);
    this.#url = urlOf(this.sentUrl, input.url);
    if (!this.headers.has("host")) this.headers.set("host", hostAndPort(this.#url));
    const cookies = Object.entries(input.cookies ?? {});
    if (cookies.length > 0) {
      this.headers.append("cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; "));
    }
    this.body = input.body;
    this.bodySize = bodySizeOf(input, this.headers);
    this.hasBody = hasBody(input, this.headers);
    // An empty body is mostly none.
    if (this.bodySize !== 0) setContentLength(this.headers, this.bodySize);
  }

  get url(): UrlParts {
    return this.#url;
  }

  set url(url: UrlParts) {
    this.#url = url;
    this.#normalUrl = undefined;
    this.#queryParams = undefined;
  }

  get normalUrl(): UrlParts {
    this.#normalUrl ??= normalizeUrl(this.#url);
    return this.#normalUrl;
  }

  get queryParams(): ReadonlyMap<string, readonly string[]> {
    this.#queryParams ??= parseQuery(this.#url.query ?? "");
    return this.#queryParams;
  }

  get cookies(): readonly Cookie[] {
    if (this.#cookies === undefined || this.#cookiesVersion !== this.headers.version) {
      this.#cookies = parseCookies(this.headers.get("cookie") ?? []);
      this.#cookiesVersion = this.headers.version;
    }
    return this.#cookies;
  }

  toData(): ForwardedRequest {
    return {
      method: this.method,
      url: formatUrl(this.url),
      headers: this.headers.toRecord(),
      ...(this.body !== undefined && { body: this.body }),
    };
  }
}

function absoluteUrl(url: string, headers: HeaderFields, exchange: Exchange): string {
  if (!url.startsWith("/")) return url;
  const { scheme, host } = defaults.request;
  const endpoint =
    exchange.endpoint?.url === undefined ? undefined : parseUrl(exchange.endpoint.url);
  const given = headers.first("host") ?? (endpoint && hostAndPort(endpoint));
  return `${endpoint?.scheme ?? scheme}://${given ?? host}${url}`;
}

function urlOf(absolute: string, given: string): UrlParts {
  const url = parseUrl(absolute);
  if (url !== undefined) return url;
  throw new ExchangeError(
    `"${given}" is not the URL of a request.`,
    "Write an absolute URL, like https://example.com/path?name=value, or a path that begins with a slash.",
  );
}

/**
 * Parses a query string into values by name. Skips a pair with an invalid escape or a semicolon, as Go does. Each
 * byte that is not UTF-8, which Go keeps, becomes U+FFFD.
 */
export function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const spaced = text.replaceAll("+", " ");
  return decoded(spaced) ?? spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeWhatCanBe);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeWhatCanBe(bytes: string): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const lead = Number.parseInt(bytes.slice(at + 1, at + 3), 16);
    const end = at + 3 * (lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
    const character = end > bytes.length ? undefined : decoded(bytes.slice(at, end));
    text += character ?? "\uFFFD";
    at = character === undefined ? at + 3 : end;
  }
  return text;
}
