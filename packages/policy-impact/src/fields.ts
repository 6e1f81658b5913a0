/** The fields that a log can provide, each in a column of that name. A null column is unknown. */
export const fields = {
  time: {
    type: "nanoseconds",
    what: "when the request, or the connection, came, since 1970 in UTC",
  },
  method: { type: "text", what: "the HTTP method" },
  version: { type: "text", what: "the version of HTTP: HTTP/1.1" },
  scheme: { type: "text", what: "http or https" },
  host: { type: "text", what: "what the client asked for: a host, and a port where it named one" },
  uri: { type: "text", what: "the path and the query string as they were sent" },
  content_length: {
    type: "number",
    what: "the size of the request's body in bytes, and -1 where there is none or it is not announced",
  },
  client_ip: { type: "text", what: "the address of the client" },
  client_port: { type: "number", what: "the port of the client" },
  city: { type: "text", what: "the city of the client's address" },
  country: { type: "text", what: "the country of the client's address" },
  country_code: { type: "text", what: "the country of the client's address, as two letters" },
  subdivision: { type: "text", what: "the state or province of the client's address" },
  tls_version: { type: "text", what: "the version of TLS: 1.3" },
  cipher_suite: { type: "text", what: "the cipher suite of TLS" },
  sni: { type: "text", what: "the name of the server that TLS asked for" },
  status: { type: "number", what: "the status of the upstream's response" },
  bytes_in: { type: "number", what: "the bytes that the client sent" },
  bytes_out: { type: "number", what: "the bytes that were sent to the client" },
  connection_start: { type: "nanoseconds", what: "when the connection began" },
  connection_end: { type: "nanoseconds", what: "when the connection ended" },
} as const;

export type FieldName = keyof typeof fields;

export const fieldNames = Object.keys(fields) as readonly FieldName[];

export type HeadersOf = "request" | "response";

/** The headers in a log: all of them, in a map from lower-case names to lists, or some, with a list for each. */
interface HeaderColumns {
  readonly all?: boolean;
  /** In lower case. */
  readonly names?: readonly string[];
}

/** Which columns a log has. */
export interface LogColumns {
  readonly fields: ReadonlySet<FieldName>;
  readonly headers: Readonly<Partial<Record<HeadersOf, HeaderColumns>>>;
  /**
   * True when a column `unreadable` exists. It holds the text of a row that cannot be read, and null for all others.
   */
  readonly hasUnreadable?: true;
}

export function headersColumn(of: HeadersOf): string {
  return `${of}_headers`;
}

export function headerColumn(of: HeadersOf, name: string): string {
  return `${of}_header_${name}`;
}

export function headersIn(
  column: string,
): { readonly of: HeadersOf; readonly name?: string } | undefined {
  const [, of, name] = /^(request|response)_header(?:s$|_(.*))/.exec(column) ?? [];
  if (of === undefined) return undefined;
  return { of: of as HeadersOf, ...(name !== undefined && { name }) };
}

/** One exchange as a log tells it. */
export interface LogRecord {
  readonly fields: Readonly<Partial<Record<FieldName, string | number | bigint | null>>>;
  readonly headers: Readonly<
    Partial<Record<HeadersOf, Readonly<Record<string, readonly string[]>>>>
  >;
}
