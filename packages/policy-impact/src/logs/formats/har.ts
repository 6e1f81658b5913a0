import { announcedSize, headerMapOfPairs } from "../headers.ts";
import { readJson } from "../json-lines.ts";
import type { LogFormat } from "../log-format.ts";
import { httpVersion, firstKnown, ofUrl, timeOfText } from "../values.ts";

const pairs = 'STRUCT("name" VARCHAR, "value" VARCHAR)[]';
const entry = `STRUCT(startedDateTime VARCHAR, request STRUCT("method" VARCHAR, url VARCHAR, httpVersion VARCHAR, headers ${pairs}), response STRUCT(status VARCHAR, headers ${pairs}))`;

/**
 * HAR 1.2 recordings of browsers and proxies: a file is a JSON object with a list of entries. Reads each file as a
 * whole; a file that is not JSON ends the query.
 */
export const har: LogFormat = {
  name: "har",
  title: "Records of browsers in HAR 1.2",
  rows: (files) => {
    const read = readJson(files, { log: `STRUCT(entries ${entry}[])` }, "unstructured");
    const entries = `SELECT unnest(log.entries) AS entry FROM ${read}`;
    return `(SELECT entry, ${headerMapOfPairs("entry.request.headers")} AS sent, ${headerMapOfPairs("entry.response.headers")} AS answered FROM (${entries}))`;
  },
  unreadable: "CASE WHEN entry.request.url IS NULL THEN 'an entry without a request' END",
  fields: {
    time: { sql: timeOfText("entry.startedDateTime") },
    method: { sql: "entry.request.method" },
    version: { sql: httpVersion("entry.request.httpVersion") },
    scheme: { sql: ofUrl("entry.request.url", "scheme") },
    host: { sql: firstKnown("sent['host'][1]", ofUrl("entry.request.url", "host")) },
    uri: { sql: ofUrl("entry.request.url", "uri"), lossy: "It is as the browser wrote the URL." },
    content_length: { sql: announcedSize("sent") },
    status: { sql: "nullif(TRY_CAST(entry.response.status AS BIGINT), 0)" },
  },
  headers: {
    request: {
      all: {
        sql: "sent",
        lossy: "Some browsers leave out cookies and credentials when they export.",
      },
    },
    response: {
      all: { sql: "answered", lossy: "Some browsers leave out cookies when they export." },
    },
  },
};
