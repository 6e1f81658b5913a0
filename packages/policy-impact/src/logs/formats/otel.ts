import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { jsonLines } from "../json-lines.ts";
import type { HeadersOf } from "../../fields.ts";
import type { LogFormat, Source } from "../log-format.ts";
import { httpVersion, sizeOfBody, timeOfNanoseconds, tlsVersion, wholeNumber } from "../values.ts";

const attribute =
  'STRUCT("key" VARCHAR, "value" STRUCT(stringValue VARCHAR, intValue VARCHAR, arrayValue STRUCT("values" STRUCT(stringValue VARCHAR)[])))';
const span = `STRUCT(kind VARCHAR, startTimeUnixNano VARCHAR, attributes ${attribute}[])`;

function valueOf(name: string): Sql {
  return `attributes[${duckdb.text(name)}]`;
}

function textOf(name: string): Sql {
  return `coalesce(${valueOf(name)}.stringValue, ${valueOf(name)}.intValue)`;
}

/**
 * The usual header attributes. The instrumentation decides which headers become attributes, so a missing header is
 * unknown.
 */
const usualHeaders = {
  request: [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "cookie",
    "host",
    "origin",
    "referer",
    "x-api-key",
    "x-forwarded-for",
    "x-request-id",
  ],
  response: ["content-type", "location"],
};

function header(of: HeadersOf, name: string): readonly [string, Source] {
  const values = `${valueOf(`http.${of}.header.${name}`)}.arrayValue."values"`;
  return [name, { sql: `list_transform(${values}, lambda one: coalesce(one.stringValue, ''))` }];
}

function headersOf(of: HeadersOf, names: readonly string[]): Readonly<Record<string, Source>> {
  return Object.fromEntries(names.map((name) => header(of, name)));
}

const agent = textOf("user_agent.original");
const spans =
  "flatten(flatten(list_transform(resourceSpans, lambda one: list_transform(one.scopeSpans, lambda two: two.spans))))";
const isServer = "lambda one: one.kind IN ('2', 'SPAN_KIND_SERVER')";
const isSingle =
  "len(list_distinct(list_transform(span.attributes, lambda one: one.key))) = len(span.attributes)";
const mapped = `CASE WHEN ${isSingle} THEN map_from_entries(list_transform(span.attributes, lambda one: {'key': one.key, 'value': one."value"})) END`;

const rows = jsonLines(
  { resourceSpans: `STRUCT(scopeSpans STRUCT(spans ${span}[])[])[]` },
  (read) => {
    const listed = `SELECT unreadable_line, unnest(CASE WHEN resourceSpans IS NULL THEN [NULL] ELSE list_filter(${spans}, ${isServer}) END) AS span FROM ${read}`;
    return `(SELECT unreadable_line, span, ${mapped} AS attributes FROM (${listed}))`;
  },
);

/**
 * OpenTelemetry spans as the collector's file exporter writes them: OTLP JSON, an export request per line, with the
 * stable semantic conventions for HTTP servers. Leaves out spans of other kinds.
 */
export const otel: LogFormat = {
  name: "otel",
  title: "Server spans of OpenTelemetry, as lines of OTLP JSON",
  ...rows,
  fields: {
    time: { sql: timeOfNanoseconds("span.startTimeUnixNano") },
    method: {
      sql: `CASE WHEN ${textOf("http.request.method")} = '_OTHER' THEN ${textOf("http.request.method_original")} ELSE coalesce(${textOf("http.request.method_original")}, ${textOf("http.request.method")}) END`,
    },
    version: { sql: httpVersion(textOf("network.protocol.version")) },
    scheme: { sql: textOf("url.scheme"), lossy: "It may come from a header of a proxy." },
    host: {
      sql: `${textOf("server.address")} || coalesce(':' || CASE WHEN ${textOf("server.port")} <> CASE ${textOf("url.scheme")} WHEN 'https' THEN '443' ELSE '80' END THEN ${textOf("server.port")} END, '')`,
      lossy:
        "It may come from a header of a proxy, and has a port where that is not the usual one.",
    },
    uri: {
      sql: `CASE WHEN ${textOf("url.path")} IS NOT NULL THEN ${textOf("url.path")} || coalesce('?' || ${textOf("url.query")}, '') END`,
      lossy: "Instrumentations may hide values of the query string.",
    },
    content_length: { sql: sizeOfBody(textOf("http.request.body.size")) },
    client_ip: {
      sql: textOf("client.address"),
      lossy: "It may come from a header of a proxy.",
    },
    client_port: { sql: wholeNumber(textOf("client.port")) },
    tls_version: { sql: tlsVersion(textOf("tls.protocol.version")) },
    cipher_suite: { sql: textOf("tls.cipher") },
    status: {
      sql: wholeNumber(textOf("http.response.status_code")),
      lossy: "It is the status that the client was sent.",
    },
  },
  headers: {
    request: {
      names: {
        ...headersOf("request", usualHeaders.request),
        "user-agent": {
          sql: `CASE WHEN ${agent} IS NOT NULL THEN [${agent}] END`,
          lossy: "A span without one does not say that none was sent.",
        },
      },
    },
    response: { names: headersOf("response", usualHeaders.response) },
  },
};
