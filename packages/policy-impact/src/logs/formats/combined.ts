import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { singleHeader } from "../headers.ts";
import { shownOfLine, type LogFormat } from "../log-format.ts";
import { rejectedLines, textLines } from "../text-lines.ts";
import {
  addressOnly,
  firstKnown,
  httpVersion,
  ofUrl,
  timeOfTimestamp,
  wholeNumber,
} from "../values.ts";

const { contains, matches, text } = duckdb;

/** Splits a line at `"`, after replacing escaped `"` and `\`. */
const parts = `string_split(CASE WHEN ${contains("line", "\\")} THEN replace(replace(line, ${text("\\\\")}, ${text("\\x5C")}), ${text('\\"')}, ${text("\\x22")}) ELSE line END, '"')`;

const isRequest = matches("request", "^[^ ]+ [^ ]+ HTTP/[0-9.]+$");

function ofRequest(index: number): Sql {
  return `CASE WHEN ${isRequest} THEN split_part(request, ' ', ${index}) END`;
}

const controls = { n: "0A", r: "0D", t: "09", b: "08", v: "0B", f: "0C", a: "07" };

/** Decodes `\xHH` bytes, as nginx and Apache write them; null when the bytes are not UTF-8, or for another escape. */
function unescaped(value: Sql): Sql {
  const bytes = Object.entries(controls).reduce(
    (sql, [letter, digits]) => `replace(${sql}, ${text(`\\${letter}`)}, ${text(`\\x${digits}`)})`,
    value,
  );
  const decoded = `TRY(decode(TRY_CAST(${bytes} AS BLOB)))`;
  return `CASE WHEN ${contains(value, "\\")} THEN ${decoded} ELSE ${value} END`;
}

/**
 * Reads a header, where `-` means that it was not sent; null when the line does not have it, or it cannot be decoded.
 */
function header(value: Sql): Sql {
  return singleHeader(`(${unescaped(value)})`, "-");
}

/** The request target: a path, an absolute URL, or `*`. */
const target = `CASE WHEN ${isRequest} THEN ${unescaped("split_part(request, ' ', 2)")} END`;

const isUrl = contains("request", "://");

const host = firstKnown(
  `(CASE WHEN ${isUrl} THEN ${ofUrl(`(${target})`, "host")} END)`,
  "virtual_host",
);

const uri = `CASE WHEN ${isUrl} THEN coalesce(${ofUrl(`(${target})`, "uri")}, ${target}) ELSE ${target} END`;

const none = "An empty one, and one that is `-`, is taken as none.";

/**
 * The format `combined` of nginx and Apache; `common`, which has no referer and user agent; and Debian's
 * `vhost_combined`, which begins with the server. Ignores further columns. Both servers write bytes that are not
 * printable ASCII as `\xHH`; Apache also writes `\"`, `\\` and `\n`.
 */
export const combined: LogFormat = {
  name: "combined",
  title: "Access logs of nginx and Apache in the formats combined, common and vhost_combined",
  line: "line",
  rows: (files) => {
    const split = `SELECT line, ${parts} AS parts FROM ${textLines(files)}`;
    const time = `CASE WHEN parts[1][-2:] = '] ' AND parts[1][-29:-29] = '[' THEN try_strptime(parts[1][-28:-3], '%d/%b/%Y:%H:%M:%S %z') END`;
    const status = `CASE WHEN ${matches("parts[3]", "^ [0-9]{3} (?:[0-9]+|-)(?: |$)")} THEN ${wholeNumber("parts[3][2:4]")} END`;
    const agent = "CASE WHEN len(parts) >= 7 AND parts[5] = ' ' THEN parts[6] END";
    const referer = "CASE WHEN len(parts) >= 5 THEN parts[4] END";
    const [first, second] = ["split_part(parts[1], ' ', 1)", "split_part(parts[1], ' ', 2)"];
    // Where the address is the second word, the first one is the server.
    const isServer = `${contains(first, ":")} AND ${matches(first, "^[^:]+:[0-9]+$")} AND ${second} <> '-'`;
    const peer = `CASE WHEN ${isServer} THEN ${second} ELSE ${first} END`;
    const server = `CASE WHEN ${isServer} THEN regexp_replace(${first}, ':(?:80|443)$', '') END`;
    return `(SELECT line, ${peer} AS peer, ${server} AS virtual_host, ${time} AS logged, parts[2] AS request, ${status} AS status, ${referer} AS referer, ${agent} AS agent FROM (${split}))`;
  },
  unreadable: `CASE WHEN logged IS NULL OR status IS NULL THEN line[:${shownOfLine}] END`,
  rejected: rejectedLines,
  fields: {
    time: {
      sql: timeOfTimestamp("logged"),
      lossy:
        "It is in whole seconds: of nginx when the response was sent, of Apache when the request came.",
    },
    method: { sql: ofRequest(1) },
    version: { sql: httpVersion(`(${ofRequest(3)})`) },
    host: {
      sql: host,
      lossy:
        "Only vhost_combined tells it, as the name that the server has, and a URL in absolute form.",
    },
    uri: { sql: uri },
    client_ip: {
      sql: addressOnly("peer"),
      lossy: "It is the address of a proxy, where one stands before the server.",
    },
    status: { sql: "status", lossy: "It is the status that the client was sent." },
  },
  headers: {
    request: {
      names: {
        referer: { sql: header("referer"), lossy: none },
        "user-agent": { sql: header("agent"), lossy: none },
      },
    },
  },
};
