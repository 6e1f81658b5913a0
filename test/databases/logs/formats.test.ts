import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, type FieldName } from "@traffic-policy/policy-impact";
import { fieldNames, formatNamed, type LogFormat } from "@traffic-policy/policy-impact/internal";
import { duckDb } from "../databases.ts";
import { formatOf, readLog, withFiles } from "./reading.ts";
import { requests, sentHeaders, type MadeUpRequest } from "./requests.ts";
import * as writers from "./writers.ts";

let database: Database;
beforeAll(async () => {
  database = await duckDb();
});
afterAll(() => database.close());

type Told = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;

interface Case {
  readonly writer: string;
  readonly write: (requests: readonly MadeUpRequest[]) => string;
  readonly format: string;
  /** What is read where the format says that it is lossy. */
  readonly lossy?: (request: MadeUpRequest) => Told;
  /** What the format has, and the writer did not write. */
  readonly notWritten?: readonly FieldName[];
}

const inSeconds = ({ time }: MadeUpRequest): Told => ({
  time: `${Math.floor(time / 1000)}000000000`,
});

const cases: readonly Case[] = [
  {
    writer: "events",
    write: writers.events,
    format: "events",
    lossy: (request) => ({ ...inSeconds(request), uri: request.uri.replace(/\?$/, "") }),
  },
  {
    writer: "nginx",
    write: writers.nginx,
    format: "combined",
    lossy: inSeconds,
    notWritten: ["host"],
  },
  {
    writer: "apache",
    write: writers.apache,
    format: "combined",
    lossy: inSeconds,
    notWritten: ["host"],
  },
  {
    writer: "apache with vhost_combined",
    write: (all) =>
      writers
        .apache(all)
        .replace(/^/gm, (_start, at: number, text: string) =>
          at === text.length ? "" : "www.example.com:443 ",
        ),
    format: "combined",
    lossy: (request) => ({ ...inSeconds(request), host: "www.example.com" }),
  },
  { writer: "caddy", write: writers.caddy, format: "caddy" },
  {
    writer: "envoy",
    write: writers.envoy,
    format: "envoy",
    notWritten: ["scheme", "tls_version", "cipher_suite"],
  },
  {
    writer: "har",
    write: writers.har,
    format: "har",
    // A URL has no request for the whole server.
    lossy: ({ uri }): Told => (uri === "*" ? { uri: "/*" } : {}),
  },
  {
    writer: "otel",
    write: writers.otel,
    format: "otel",
    notWritten: ["content_length", "tls_version", "cipher_suite"],
  },
  { writer: "csv", write: writers.csv, format: "csv" },
];

function toldOf(request: MadeUpRequest): Told {
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

/** What a format tells of a request; null where it was not written. */
function expectedOf(
  request: MadeUpRequest,
  { fields }: LogFormat,
  { lossy, notWritten = [] }: Case,
): Row {
  const told: Told = { ...toldOf(request), ...lossy?.(request) };
  const names = fieldNames.filter((name) => fields[name] !== undefined && !isOfConnection(name));
  return Object.fromEntries(
    names.map((name) => [name, notWritten.includes(name) ? null : (told[name] ?? null)]),
  );
}

function isOfConnection(name: FieldName): boolean {
  return /^(?:connection|bytes)_/.test(name);
}

/** Which headers are not told as they were sent: those that are not known are. */
function wrongHeaders(row: Row, request: MadeUpRequest): string[] {
  const sent = sentHeaders(request);
  const all = row["request_headers"] as
    | Readonly<Record<string, readonly string[]>>
    | null
    | undefined;
  const known = new Map<string, readonly string[]>(Object.entries(all ?? {}));
  for (const [column, values] of Object.entries(row)) {
    const name = /^request_header_(.*)$/.exec(column)?.[1];
    if (name !== undefined && values !== null) known.set(name, values as readonly string[]);
  }
  const wrong = [...known].flatMap(([name, values]) => {
    // A format with one value has the first.
    const wanted = values.length === 1 ? sent[name]?.slice(0, 1) : sent[name];
    return JSON.stringify(values) === JSON.stringify(wanted ?? []) ? [] : [name];
  });
  const lost = Object.keys(sent).filter(
    (name) =>
      all &&
      name !== "content-length" &&
      !known.has(name) &&
      row[`request_header_${name}`] !== null,
  );
  return [...wrong, ...lost];
}

describe.each(cases)("what $writer writes", (one) => {
  test("is read as it was, but for what is said to be lossy", async () => {
    await withFiles({ log: one.write(requests) }, async (folder) => {
      const files = `['${join(folder, "log")}']`;
      const format = await formatOf(database, formatNamed(one.format) as LogFormat, files);
      const { rows, unreadable, rejected } = await readLog(database, format, files);
      expect({ unreadable, rejected, rows: rows.length }).toEqual({
        unreadable: 0,
        rejected: 0,
        rows: requests.length,
      });
      for (const request of requests) {
        const expected = expectedOf(request, format, one);
        const row = rows.find(({ uri }) => uri === expected["uri"]) ?? {};
        const told = fieldNames.filter((name) => name in row && !isOfConnection(name));
        expect(Object.fromEntries(told.map((name) => [name, row[name]]))).toEqual(expected);
        expect(wrongHeaders(row, request)).toEqual([]);
        const differing = Object.keys(one.lossy?.(request) ?? {}) as FieldName[];
        expect(differing.filter((name) => format.fields[name]?.lossy === undefined)).toEqual([]);
      }
    });
  });
});

test("headers are told, and those that are hidden are not known", async () => {
  await withFiles({ log: writers.caddy(requests) }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("caddy") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    const secret = rows.find(({ uri }) => uri === "/secret");
    expect(secret).toMatchObject({
      request_headers: {},
      request_header_authorization: null,
      request_header_cookie: null,
      "request_header_proxy-authorization": [],
      response_headers: { "content-type": ["text/html"] },
      "response_header_set-cookie": [],
    });
    const many = rows.find(({ uri }) => uri === "/many");
    expect(many).toMatchObject({
      request_headers: { accept: ["text/html", "*/*"], "x-request-id": ["1"] },
      request_header_authorization: [],
    });
  });
});

test("what a format does not tell is not among its columns", async () => {
  await withFiles({ log: writers.nginx(requests) }, async (folder) => {
    const format = formatNamed("combined") as LogFormat;
    const { rows } = await readLog(database, format, `['${join(folder, "log")}']`);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      "client_ip",
      "host",
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
