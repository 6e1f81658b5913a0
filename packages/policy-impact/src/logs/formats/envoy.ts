import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { singleHeader } from "../headers.ts";
import { jsonLines } from "../json-lines.ts";
import type { LogFormat, Source } from "../log-format.ts";
import {
  addressOfPeer,
  httpVersion,
  portOfPeer,
  sizeOfBody,
  timeOfText,
  tlsVersion,
} from "../values.ts";

const headers = {
  referer: ["referer"],
  "user-agent": ["user_agent", "user-agent"],
  "x-forwarded-for": ["x_forwarded_for", "x-forwarded-for"],
  "x-request-id": ["request_id", "x_request_id", "x-request-id"],
};

const keys = [
  "start_time",
  "method",
  "protocol",
  "scheme",
  "authority",
  ":authority",
  "path",
  "bytes_received",
  "downstream_remote_address",
  "downstream_tls_version",
  "downstream_tls_cipher",
  "requested_server_name",
  "response_code",
  ...Object.values(headers).flat(),
];

const rows = jsonLines(Object.fromEntries(keys.map((key) => [key, "VARCHAR"])));

/**
 * Reads a value: Envoy writes `-` or null for a value that a request does not have, and leaves out keys that are not
 * configured.
 */
function known(key: string): Sql {
  return `nullif(${duckdb.column(key)}, '-')`;
}

function header(names: readonly string[]): Source {
  const values = names.map(duckdb.column);
  return {
    sql: singleHeader(`coalesce(${values.join(", ")})`, "-"),
    lossy:
      "An empty one, and one that is `-`, is taken as none; one that Envoy writes as null is not known.",
  };
}

const isRequest = `${duckdb.column("method")} IS NOT NULL OR ${duckdb.column("path")} IS NOT NULL`;

/**
 * Envoy access logs in JSON, with the keys of Istio's default: Envoy's own operator names in lower case, and the
 * header keys.
 */
export const envoy: LogFormat = {
  name: "envoy",
  title: "Access logs of Envoy in JSON, with the usual keys",
  ...rows,
  line: "line",
  fields: {
    time: { sql: timeOfText("start_time") },
    method: { sql: known("method") },
    version: { sql: httpVersion("protocol") },
    scheme: { sql: known("scheme") },
    host: { sql: `coalesce(${known("authority")}, ${known(":authority")})` },
    uri: {
      sql: known("path"),
      lossy: "It may be what a route made of it, where `path` is not the original path.",
    },
    content_length: {
      sql: `CASE WHEN ${isRequest} THEN ${sizeOfBody("bytes_received")} END`,
      lossy: "It is the size that was received, be it announced or not, and an empty body is none.",
    },
    client_ip: {
      sql: addressOfPeer("downstream_remote_address"),
      lossy: "It may come from `x-forwarded-for`, as Envoy is told to trust it.",
    },
    client_port: { sql: `nullif(${portOfPeer("downstream_remote_address")}, 0)` },
    tls_version: { sql: tlsVersion("downstream_tls_version") },
    cipher_suite: { sql: known("downstream_tls_cipher"), lossy: "It has the name of OpenSSL." },
    sni: { sql: known("requested_server_name") },
    status: {
      sql: "nullif(TRY_CAST(response_code AS BIGINT), 0)",
      lossy: "It is the status that the client was sent.",
    },
  },
  headers: {
    request: {
      names: Object.fromEntries(
        Object.entries(headers).map(([name, names]) => [name, header(names)]),
      ),
    },
  },
};
