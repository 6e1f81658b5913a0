import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import {
  fieldNames,
  formatNamed,
  type Database,
  type LogFormat,
} from "@traffic-policy/policy-impact";
import { duckDb } from "../databases.ts";
import { formatOf, readLog, withFiles } from "./reading.ts";
import { requests, sentHeaders, type MadeUpRequest } from "./requests.ts";
import * as writers from "./writers.ts";

let database: Database;
beforeAll(async () => {
  database = await duckDb();
});
afterAll(() => database.close());

/** What a format says that it may get wrong, and gets wrong. */
const differences: Readonly<Record<string, readonly string[]>> = {
  events: ["time", "uri"],
  nginx: ["time"],
  apache: ["time"],
  har: ["uri"],
};

const lossyUri: Readonly<Record<string, (uri: string) => string>> = {
  events: (uri) => uri.replace(/\?$/, ""),
  // A URL has no request for the whole server.
  har: (uri) => (uri === "*" ? "/*" : uri),
};

function expected(request: MadeUpRequest): Record<string, unknown> {
  return {
    time: `${request.time}000000`,
    method: request.method,
    version: request.version,
    scheme: request.scheme,
    host: request.host,
    uri: request.uri,
    content_length: String(request.bodySize > 0 ? request.bodySize : -1),
    client_ip: request.clientIp,
    client_port: String(request.clientPort),
    status: String(request.status),
    ...(request.scheme === "https" && {
      tls_version: "1.3",
      cipher_suite: "TLS_AES_128_GCM_SHA256",
      sni: request.host,
    }),
  };
}

const cases = {
  events: "events",
  nginx: "combined",
  apache: "combined",
  caddy: "caddy",
  envoy: "envoy",
  har: "har",
  otel: "otel",
  csv: "csv",
} as const;

describe.each(Object.entries(cases))("what %s writes", (writer, name) => {
  test("is read as it was, but for what is said to be lossy", async () => {
    const text = writers[writer as keyof typeof cases](requests);
    await withFiles({ log: text }, async (folder) => {
      const files = `['${join(folder, "log")}']`;
      const format = await formatOf(database, formatNamed(name) as LogFormat, files);
      const { rows, unreadable, rejected } = await readLog(database, format, files);
      expect({ unreadable, rejected }).toEqual({ unreadable: 0, rejected: 0 });
      expect(rows.length).toBe(requests.length);
      const byUri = new Map(rows.map((row) => [row["uri"], row]));
      for (const request of requests) {
        const uri = lossyUri[writer]?.(request.uri) ?? request.uri;
        const row = byUri.get(uri);
        expect(row, request.uri).toBeDefined();
        if (row === undefined) continue;
        const wanted = expected(request);
        for (const field of fieldNames) {
          const source = format.fields[field];
          if (source === undefined) {
            expect(row).not.toHaveProperty(field);
            continue;
          }
          if (!(field in wanted) || row[field] === null) continue;
          if (differences[writer]?.includes(field)) {
            expect(source.lossy, `${name} says how ${field} is lossy`).toBeDefined();
            continue;
          }
          expect(row[field], `${field} of ${request.uri}`).toBe(wanted[field]);
        }
        for (const field of ["method", "uri", "version", "status"])
          expect(row[field]).not.toBeNull();
        checkHeaders(row, request);
      }
    });
  });
});

/** What is known of headers is so; nothing that was sent is taken as not sent. */
function checkHeaders(row: Readonly<Record<string, unknown>>, request: MadeUpRequest): void {
  const sent = sentHeaders(request);
  const all = row["request_headers"] as Record<string, string[]> | null | undefined;
  const known = new Map<string, readonly string[]>(Object.entries(all ?? {}));
  for (const [column, values] of Object.entries(row)) {
    const name = /^request_header_(.*)$/.exec(column)?.[1];
    if (name !== undefined && values !== null) known.set(name, values as string[]);
  }
  for (const [name, values] of known) {
    if (values.length === 0) expect(sent[name]).toBeUndefined();
    else if (values.length === 1) expect(values[0]).toBe(sent[name]?.[0]);
    else expect(values).toEqual(sent[name]);
  }
  if (!all) return;
  for (const name of Object.keys(sent)) {
    if (name === "content-length") continue;
    const isKnown = known.has(name) || row[`request_header_${name}`] === null;
    expect(isKnown, `${name} of ${request.uri} is known, or said not to be`).toBe(true);
  }
}

test("what a format does not tell is not among its columns", async () => {
  await withFiles({ log: writers.nginx(requests) }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("combined") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      "client_ip",
      "method",
      "request_header_referer",
      "request_header_user-agent",
      "status",
      "time",
      "unreadable",
      "uri",
      "version",
    ]);
  });
});
