import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { singleHeader } from "../headers.ts";
import { shownOfLine, type LogFormat, type Source } from "../log-format.ts";
import { rejectedLines, textLines } from "../text-lines.ts";
import { httpVersion, sizeOfBody, timeOfText, wholeNumber } from "../values.ts";

const { matches } = duckdb;

const isRequest = matches("request", "^[^ ]+ [^ ]+ [^ ]+$");

function ofRequest(index: number): Sql {
  return `CASE WHEN ${isRequest} THEN nullif(split_part(request, ' ', ${index}), '-') END`;
}

function header(part: number): Source {
  return { sql: singleHeader(`parts[${part}]`, "-"), lossy: "One that is `-` is taken as none." };
}

/**
 * Envoy access logs in its default text format. Envoy does not escape quoted values: a line with a quote in a value
 * cannot be read.
 *
 * Source: https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 */
export const envoyText: LogFormat = {
  name: "envoy-text",
  title: "Access logs of Envoy in its default format, which is text",
  line: "line",
  rows: (files) => {
    const split = `SELECT line, string_split(line, '"') AS parts FROM ${textLines(files)}`;
    return `(SELECT line, parts, parts[1][2:-3] AS logged, parts[2] AS request, string_split(parts[3], ' ') AS numbers FROM (${split}))`;
  },
  unreadable: `CASE WHEN NOT coalesce(len(parts) = 13 AND len(numbers) >= 8 AND ${timeOfText("logged")} IS NOT NULL AND ${wholeNumber("numbers[2]")} IS NOT NULL, false) THEN line[:${shownOfLine}] END`,
  rejected: rejectedLines,
  fields: {
    time: { sql: timeOfText("logged") },
    method: { sql: ofRequest(1) },
    version: { sql: httpVersion(`(${ofRequest(3)})`) },
    host: { sql: "nullif(parts[10], '-')" },
    uri: { sql: ofRequest(2) },
    content_length: {
      sql: sizeOfBody("numbers[4]"),
      lossy: "It is the size that was received, be it announced or not, and an empty body is none.",
    },
    status: {
      sql: `nullif(${wholeNumber("numbers[2]")}, 0)`,
      lossy: "It is the status that the client was sent.",
    },
  },
  headers: {
    request: {
      names: {
        "x-forwarded-for": header(4),
        "user-agent": header(6),
        "x-request-id": header(8),
      },
    },
  },
};
