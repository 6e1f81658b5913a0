import { sentHeaders, type MadeUpRequest } from "./requests.ts";

const canonical = (name: string): string => name.replace(/(^|-)[a-z]/g, (one) => one.toUpperCase());
const capitalized = (headers: MadeUpRequest["headers"]): object =>
  Object.fromEntries(Object.entries(headers).map(([name, values]) => [canonical(name), values]));
const split = (uri: string): readonly [string, string | undefined] => {
  const at = uri.indexOf("?");
  return at < 0 ? [uri, undefined] : [uri.slice(0, at), uri.slice(at + 1)];
};
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** As the service writes events. */
export function events(requests: readonly MadeUpRequest[]): string {
  return lines(
    requests.map((one, index) => ({
      event_id: `ev_${index}`,
      event_type: "http_request_complete.v0",
      event_timestamp: new Date(one.time).toISOString().replace(/\.\d+Z/, "Z"),
      object: {
        conn: {
          client_ip: one.clientIp,
          server_port: "",
          start_ts: "2026-02-23T23:44:16.528374173Z",
        },
        http: {
          request: {
            body_length: one.bodySize,
            headers: capitalized(one.headers),
            method: one.method.toLowerCase(),
            url: {
              scheme: one.scheme,
              host: one.host,
              path: split(one.uri)[0],
              query: split(one.uri)[1] ?? "",
            },
            user_agent: one.headers["user-agent"]?.[0] ?? "",
            version: one.version,
          },
          response: { status_code: one.status, headers: capitalized(one.responseHeaders) },
        },
        ...(one.scheme === "https" && {
          tls: { version: "TLS 1.3", cipher_suite: "TLS_AES_128_GCM_SHA256" },
        }),
      },
    })),
  );
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function logTime(time: number): string {
  // In a zone that is neither UTC nor whole hours from it.
  const date = new Date(time - 210 * 60_000);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} -0330`;
}

function combinedWith(
  escape: (byte: number) => string,
): (requests: readonly MadeUpRequest[]) => string {
  const escaped = (text: string): string => [...Buffer.from(text)].map(escape).join("");
  return (requests) =>
    requests
      .map((one) => {
        const header = (name: string): string => escaped(one.headers[name]?.[0] ?? "-");
        return `${one.clientIp} - - [${logTime(one.time)}] "${escaped(`${one.method} ${one.uri} ${one.version}`)}" ${one.status} 512 "${header("referer")}" "${header("user-agent")}"\n`;
      })
      .join("");
}

/** As nginx writes `combined`. */
export const nginx = combinedWith((byte) =>
  byte < 32 || byte > 126 || byte === 34 || byte === 92
    ? `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`
    : String.fromCharCode(byte),
);

/** As Apache writes `combined`. */
export const apache = combinedWith((byte) => {
  const letters: Readonly<Record<number, string>> = {
    8: "\\b",
    9: "\\t",
    10: "\\n",
    11: "\\v",
    13: "\\r",
    34: '\\"',
    92: "\\\\",
  };
  const letter = letters[byte];
  if (letter !== undefined) return letter;
  return byte < 32 || byte > 126
    ? `\\x${byte.toString(16).padStart(2, "0")}`
    : String.fromCharCode(byte);
});

/** As Caddy writes it. */
export function caddy(requests: readonly MadeUpRequest[]): string {
  return lines(
    requests.map((one) => ({
      level: "info",
      ts: one.time / 1000 + 0.25,
      logger: "http.log.access.log0",
      msg: "handled request",
      request: {
        remote_ip: one.clientIp,
        remote_port: String(one.clientPort),
        client_ip: one.clientIp,
        proto: one.version,
        method: one.method,
        host: one.host,
        uri: one.uri,
        headers: capitalized(
          Object.fromEntries(
            Object.entries(sentHeaders(one)).map(([name, values]) => [
              name,
              ["authorization", "cookie"].includes(name) ? ["REDACTED"] : values,
            ]),
          ),
        ),
        ...(one.scheme === "https" && {
          tls: {
            resumed: false,
            version: 772,
            cipher_suite: 4865,
            proto: "h2",
            server_name: one.host,
          },
        }),
      },
      bytes_read: one.bodySize,
      duration: 0.25,
      size: 512,
      status: one.status,
      resp_headers: capitalized(one.responseHeaders),
    })),
  );
}

/** As Istio tells Envoy to write it. */
export function envoy(requests: readonly MadeUpRequest[]): string {
  return lines(
    requests.map((one) => ({
      start_time: new Date(one.time).toISOString(),
      method: one.method,
      path: one.uri,
      protocol: one.version.replace("2.0", "2"),
      authority: one.host,
      response_code: one.status,
      bytes_received: one.bodySize,
      bytes_sent: 512,
      user_agent: one.headers["user-agent"]?.[0] ?? "-",
      x_forwarded_for: null,
      request_id: one.headers["x-request-id"]?.[0] ?? "-",
      downstream_remote_address: one.clientIp.includes(":")
        ? `[${one.clientIp}]:${one.clientPort}`
        : `${one.clientIp}:${one.clientPort}`,
      requested_server_name: one.scheme === "https" ? one.host : null,
    })),
  );
}

/** As browsers export it. */
export function har(requests: readonly MadeUpRequest[]): string {
  const pairs = (headers: MadeUpRequest["headers"]): object[] =>
    Object.entries(headers).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const joinedPairs = (headers: MadeUpRequest["headers"]): object[] =>
    Object.entries(headers).map(([name, values]) => ({ name, value: values.join("\n") }));
  return JSON.stringify({
    log: {
      version: "1.2",
      creator: { name: "a browser", version: "1" },
      entries: requests.map((one) => ({
        startedDateTime: new Date(one.time).toISOString().replace("Z", "+00:00"),
        time: 12,
        request: {
          method: one.method,
          url: `${one.scheme}://${one.host}${one.uri === "*" ? "/*" : one.uri}`,
          httpVersion: one.version === "HTTP/2.0" ? "h2" : one.version,
          headers: [{ name: ":method", value: one.method }, ...pairs(sentHeaders(one))],
          bodySize: one.bodySize,
        },
        // As tools write it that record with the DevTools protocol.
        response: { status: one.status, headers: joinedPairs(one.responseHeaders) },
      })),
    },
  });
}

/** As the collector exports spans. */
export function otel(requests: readonly MadeUpRequest[]): string {
  const text = (key: string, value: string | undefined): object[] =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }];
  const whole = (key: string, value: number): object => ({
    key,
    value: { intValue: String(value) },
  });
  const list = (key: string, values: readonly string[]): object => ({
    key,
    value: { arrayValue: { values: values.map((value) => ({ stringValue: value })) } },
  });
  const spans = requests.map((one) => {
    const [host, port] = one.host.split(":");
    return {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      kind: 2,
      startTimeUnixNano: `${one.time}000321`,
      attributes: [
        ...text("http.request.method", one.method),
        ...text("url.path", split(one.uri)[0]),
        ...text("url.query", split(one.uri)[1]),
        ...text("url.scheme", one.scheme),
        ...text("server.address", host),
        ...(port === undefined ? [] : [whole("server.port", Number(port))]),
        ...text("client.address", one.clientIp),
        whole("client.port", one.clientPort),
        ...text("user_agent.original", one.headers["user-agent"]?.[0]),
        ...text(
          "network.protocol.version",
          { "HTTP/1.0": "1.0", "HTTP/1.1": "1.1", "HTTP/2.0": "2" }[one.version],
        ),
        whole("http.response.status_code", one.status),
        ...Object.entries(one.headers).map(([name, values]) =>
          list(`http.request.header.${name}`, values),
        ),
        ...Object.entries(one.responseHeaders).map(([name, values]) =>
          list(`http.response.header.${name}`, values),
        ),
      ],
    };
  });
  const half = Math.ceil(spans.length / 2);
  const client = { kind: 3, startTimeUnixNano: "1", attributes: [] };
  return lines([
    { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans: spans.slice(0, half) }] }] },
    { resourceSpans: [{ scopeSpans: [{ spans: [client, ...spans.slice(half)] }, { spans: [] }] }] },
  ]);
}

const cell = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;

/** With columns that are named as the fields. */
export function csv(requests: readonly MadeUpRequest[]): string {
  const names =
    "time,method,version,scheme,host,uri,content_length,client_ip,client_port,status,request_headers,response_headers";
  const rows = requests.map((one) =>
    [
      new Date(one.time).toISOString(),
      one.method,
      one.version,
      one.scheme,
      one.host,
      one.uri,
      one.bodySize > 0 ? one.bodySize : -1,
      one.clientIp,
      one.clientPort,
      one.status,
      JSON.stringify(capitalized(sentHeaders(one))),
      JSON.stringify(one.responseHeaders),
    ]
      .map(cell)
      .join(","),
  );
  return [names, ...rows, ""].join("\n");
}
