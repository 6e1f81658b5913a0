/** A request as it was, of which each format tells some. */
export interface MadeUpRequest {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly version: "HTTP/1.0" | "HTTP/1.1" | "HTTP/2.0";
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly uri: string;
  readonly bodySize: number;
  readonly clientIp: string;
  readonly clientPort: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly responseHeaders: Readonly<Record<string, readonly string[]>>;
}

const time = Date.UTC(2026, 1, 23, 23, 44, 16);

/** Requests that are hard to write and to read. */
export const requests: readonly MadeUpRequest[] = [
  { uri: "/" },
  { uri: "/a?b=c&d=%20e", method: "POST", bodySize: 17 },
  { uri: '/quote"and\\backslash?x="\\x41"' },
  { uri: "/caf\u00e9/\u{1F600}?\u00ff" },
  { uri: "/empty?", headers: { "user-agent": ['q"uo\\te\\n', "second"] } },
  { uri: "/none", headers: {} },
  { uri: "/tab", headers: { "user-agent": ["a\tb"], referer: ['https://example.com/?a="b"'] } },
  { uri: "/v6", clientIp: "2001:db8::1", version: "HTTP/2.0" as const, scheme: "https" as const },
  { uri: "/port", host: "shop.example.com:8443", status: 404 },
  { uri: "/1.0", version: "HTTP/1.0" as const, method: "HEAD", status: 500 },
  { uri: "/many", headers: { accept: ["text/html", "*/*"], "x-request-id": ["1"] } },
  { uri: "*", method: "OPTIONS" },
  { uri: "/long/" + "x".repeat(9000) },
  { uri: "/secret", headers: { authorization: ["Bearer token"], cookie: ["a=b"] } },
].map((given, index): MadeUpRequest => ({
  time: time + index * 1_001,
  method: "GET",
  version: "HTTP/1.1",
  scheme: "http",
  host: "shop.example.com",
  bodySize: 0,
  clientIp: "192.0.2.7",
  clientPort: 40_000 + index,
  status: 200,
  headers: { "user-agent": ["agent/1.0"], accept: ["*/*"] },
  responseHeaders: { "content-type": ["text/html"] },
  ...given,
}));

/** What a client sends with its headers. */
export function sentHeaders({
  headers,
  bodySize,
}: MadeUpRequest): Record<string, readonly string[]> {
  return { ...headers, ...(bodySize > 0 && { "content-length": [String(bodySize)] }) };
}
