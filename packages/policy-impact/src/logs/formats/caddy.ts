import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { announcedSize, headerMap } from "../headers.ts";
import { jsonLines } from "../json-lines.ts";
import type { HeaderSources, LogFormat } from "../log-format.ts";
import { httpVersion, timeOfSeconds, timeOfText, unlessEmpty, wholeNumber } from "../values.ts";

const rows = jsonLines(
  {
    ts: "VARCHAR",
    request:
      "STRUCT(remote_ip VARCHAR, remote_port VARCHAR, client_ip VARCHAR, proto VARCHAR, method VARCHAR, host VARCHAR, uri VARCHAR, headers MAP(VARCHAR, VARCHAR[]), tls STRUCT(version VARCHAR, cipher_suite VARCHAR, server_name VARCHAR))",
    duration: "VARCHAR",
    status: "VARCHAR",
    resp_headers: "MAP(VARCHAR, VARCHAR[])",
  },
  // Other loggers of Caddy write into the same file.
  (read) => `(SELECT * FROM ${read} WHERE request IS NOT NULL OR unreadable_line IS NOT NULL)`,
);

/** IANA numbers: Caddy writes the Go constants. These are the cipher suites that Caddy serves by default. */
const cipherSuites = {
  0x1301: "TLS_AES_128_GCM_SHA256",
  0x1302: "TLS_AES_256_GCM_SHA384",
  0x1303: "TLS_CHACHA20_POLY1305_SHA256",
  0xc009: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
  0xc00a: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
  0xc013: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
  0xc014: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
  0xc02b: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
  0xc02c: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
  0xc02f: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  0xc030: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
  0xcca8: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
  0xcca9: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
};
const tlsVersions = { 0x301: "1.0", 0x302: "1.1", 0x303: "1.2", 0x304: "1.3" };

function nameOf(number: Sql, names: Readonly<Record<number, string>>): Sql {
  const branches = Object.entries(names).map(([one, name]) => `WHEN '${one}' THEN '${name}'`);
  return `CASE ${number} ${branches.join(" ")} END`;
}

/** Headers whose values Caddy hides unless it is configured to log credentials. */
const hidden = {
  request: ["authorization", "cookie", "proxy-authorization"],
  response: ["set-cookie"],
};

/** Caddy's placeholder for hidden values; earlier versions write no value. */
const isHidden = (values: Sql): Sql => `(len(${values}) = 0 OR ${values} = ['REDACTED'])`;

function headersOf(of: keyof typeof hidden, column: Sql): HeaderSources {
  const all = headerMap(column);
  const names = hidden[of];
  const isOne = `list_contains([${names.map(duckdb.text).join(", ")}], entry.key)`;
  const shown = `list_filter(map_entries(${all}), lambda entry: NOT (${isOne} AND ${isHidden('entry."value"')}))`;
  const some = names.map((name) => duckdb.contains(`lower(map_keys(${column})::VARCHAR)`, name));
  return {
    all: {
      sql: `CASE WHEN ${some.join(" OR ")} THEN map_from_entries(${shown}) ELSE ${all} END`,
      lossy: "Credentials that Caddy hides are not known.",
    },
    names: Object.fromEntries(
      names.map((name) => {
        const values = `coalesce((${all})[${duckdb.text(name)}], []::VARCHAR[])`;
        const isKnown = `NOT list_contains(map_keys(${all}), ${duckdb.text(name)}) OR NOT ${isHidden(values)}`;
        return [
          name,
          { sql: `CASE WHEN ${column} IS NOT NULL AND (${isKnown}) THEN ${values} END` },
        ];
      }),
    ),
  };
}

const end = `coalesce(TRY_CAST(ts AS DOUBLE), ${timeOfText("ts")} / 1e9)`;

/** The JSON access logs of Caddy 2, as its `access` loggers write them: an object per line. */
export const caddy: LogFormat = {
  name: "caddy",
  title: "Access logs of Caddy 2 in JSON",
  ...rows,
  fields: {
    time: {
      sql: timeOfSeconds(`(${end} - coalesce(TRY_CAST(duration AS DOUBLE), 0))`),
      lossy:
        "It is the time of the entry less the duration; where that is not in seconds, the time of the entry.",
    },
    method: { sql: "request.method" },
    version: { sql: httpVersion("request.proto") },
    scheme: {
      sql: "CASE WHEN request.tls IS NOT NULL THEN 'https' WHEN request IS NOT NULL THEN 'http' END",
      lossy: "It is http where the entry has no `tls`, which a filter may have removed.",
    },
    host: { sql: unlessEmpty("request.host") },
    uri: { sql: "request.uri" },
    content_length: { sql: announcedSize(headerMap("request.headers")) },
    client_ip: { sql: "coalesce(request.client_ip, request.remote_ip)" },
    client_port: {
      sql: "CASE WHEN request.client_ip IS NULL OR request.client_ip = request.remote_ip THEN TRY_CAST(request.remote_port AS BIGINT) END",
    },
    tls_version: { sql: nameOf("request.tls.version", tlsVersions) },
    cipher_suite: { sql: nameOf("request.tls.cipher_suite", cipherSuites) },
    sni: { sql: "request.tls.server_name" },
    status: { sql: wholeNumber("status"), lossy: "It is the status that the client was sent." },
  },
  headers: {
    request: headersOf("request", "request.headers"),
    response: headersOf("response", "resp_headers"),
  },
};
