import { headerMap, singleHeader } from "../headers.ts";
import { jsonLines } from "../json-lines.ts";
import type { LogFormat } from "../log-format.ts";
import {
  firstKnown,
  httpVersion,
  ofUrl,
  sizeOfBody,
  timeOfText,
  tlsVersion,
  unlessEmpty,
  wholeNumber,
} from "../values.ts";

const conn = "object.conn";
const request = "object.http.request";
const response = "object.http.response";
const url = `${request}.url`;

const rows = jsonLines(
  {
    event_type: "VARCHAR",
    event_timestamp: "VARCHAR",
    object:
      "STRUCT(conn STRUCT(client_ip VARCHAR, bytes_in VARCHAR, bytes_out VARCHAR, start_ts VARCHAR, end_ts VARCHAR), " +
      "http STRUCT(request STRUCT(body_length VARCHAR, headers MAP(VARCHAR, VARCHAR[]), method VARCHAR, url STRUCT(host VARCHAR, path VARCHAR, query VARCHAR, raw VARCHAR, scheme VARCHAR), user_agent VARCHAR, version VARCHAR), " +
      "response STRUCT(headers MAP(VARCHAR, VARCHAR[]), status_code VARCHAR)), " +
      "tls STRUCT(cipher_suite VARCHAR, version VARCHAR))",
  },
  (read) =>
    `(SELECT * FROM ${read} WHERE event_type IS NULL OR event_type IN ('http_request_complete.v0', 'tcp_connection_closed.v0'))`,
);

const inLowerCase = "The service writes the values of headers in lower case.";
const asWritten =
  "The documentation does not say whether it is as the client sent it, or normalized.";

/**
 * The service's events `http_request_complete.v0` and `tcp_connection_closed.v0`, as its destinations store them: a
 * JSON object per line. Names and types are from the event reference in the service's public documentation
 * (`ngrok/ngrok-docs`, `snippets/obs/_event-types-tables.mdx`), and from the examples next to it
 * (`snippets/guides/events-content.mdx`), which alone have `http.request.version`. Subscribers select the fields of
 * events, so any may be missing. Events of other types are not exchanges, and are left out.
 */
export const events: LogFormat = {
  name: "events",
  title: "Events of the service: http_request_complete and tcp_connection_closed",
  ...rows,
  line: "line",
  fields: {
    time: {
      sql: `CASE WHEN event_type = 'tcp_connection_closed.v0' THEN ${timeOfText(`${conn}.start_ts`)} ELSE ${timeOfText("event_timestamp")} END`,
      lossy: "Of a request, it is when it was complete, in whole seconds.",
    },
    method: {
      sql: `upper(${request}.method)`,
      lossy: "The service may write it in lower case; it is taken in upper case.",
    },
    version: { sql: httpVersion(`${request}.version`) },
    scheme: { sql: firstKnown(`${url}.scheme`, ofUrl(`${url}.raw`, "scheme")) },
    host: {
      sql: firstKnown(unlessEmpty(`${url}.host`), ofUrl(`${url}.raw`, "host")),
      lossy: asWritten,
    },
    uri: {
      sql: `CASE WHEN ${url}.path IS NOT NULL AND ${url}.query IS NOT NULL THEN ${url}.path || CASE WHEN ${url}.query = '' THEN '' ELSE '?' || ${url}.query END ELSE ${ofUrl(`${url}.raw`, "uri")} END`,
      lossy: `${asWritten} An empty query string is taken as none.`,
    },
    content_length: {
      sql: sizeOfBody(`${request}.body_length`),
      lossy: "It is the size that was received, be it announced or not, and an empty body is none.",
    },
    client_ip: { sql: `${conn}.client_ip` },
    tls_version: { sql: tlsVersion("object.tls.version") },
    cipher_suite: { sql: unlessEmpty("object.tls.cipher_suite") },
    status: {
      sql: wholeNumber(`${response}.status_code`),
      lossy: "It is the status of the service's response, which a policy may have given.",
    },
    bytes_in: { sql: wholeNumber(`${conn}.bytes_in`) },
    bytes_out: { sql: wholeNumber(`${conn}.bytes_out`) },
    connection_start: { sql: timeOfText(`${conn}.start_ts`) },
    connection_end: { sql: timeOfText(`${conn}.end_ts`) },
  },
  headers: {
    request: {
      all: { sql: headerMap(`${request}.headers`), lossy: inLowerCase },
      names: {
        "user-agent": {
          sql: firstKnown(
            singleHeader(`${request}.user_agent`),
            `(${headerMap(`${request}.headers`)})['user-agent']`,
            `CASE WHEN ${headerMap(`${request}.headers`)} IS NOT NULL THEN []::VARCHAR[] END`,
          ),
          lossy:
            "An empty one is taken as none; it is in lower case where `http.request.user_agent` is not selected.",
        },
      },
    },
    response: { all: { sql: headerMap(`${response}.headers`), lossy: inLowerCase } },
  },
};
