import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database } from "@traffic-policy/policy-impact";
import {
  formatNamed,
  logFormatOf,
  readLogAdapter,
  unreadableLines,
} from "@traffic-policy/policy-impact/internal";
import { duckDb } from "../databases.ts";
import { formatOf, readLog, withFiles } from "./reading.ts";

let database: Database;
beforeEach(async () => {
  database = await duckDb();
});
afterEach(() => database.close());

async function run(sql: string): Promise<void> {
  for await (const row of database.rows(sql)) expect(row.length).toBeGreaterThan(0);
}

const named = (name: "csv" | "parquet") => {
  const format = formatNamed(name);
  if (format === undefined) throw new Error(name);
  return format;
};

test("Parquet tells what its columns are named as, with their types, and nothing else", async () => {
  await withFiles({}, async (folder) => {
    const file = join(folder, "log.parquet");
    await run(
      `COPY (SELECT TIMESTAMPTZ '2026-02-23 23:44:16.1239+01' AS time, 'GET' AS "Method", 200::USMALLINT AS status, 17::UINTEGER AS content_length, TIMESTAMP '2026-02-23 22:44:16' AS connection_start, 1771890256528374173 AS connection_end, 'x' AS other, MAP {'X-A': ['1', '2']} AS request_headers, ['a'] AS request_header_accept, 'b' AS "response_header_content-type") TO '${file}' (FORMAT parquet)`,
    );
    const { rows } = await readLog(database, named("parquet"), `['${file}']`);
    expect(rows).toEqual([
      {
        time: "1771886656123000000",
        method: "GET",
        status: "200",
        content_length: "17",
        connection_start: "1771886656000000000",
        connection_end: "1771890256528000000",
        request_headers: { "x-a": ["1", "2"] },
        request_header_accept: ["a"],
        "response_header_content-type": ["b"],
      },
    ]);
    const format = await formatOf(database, named("parquet"), `['${file}']`);
    expect(format.fields).not.toHaveProperty("uri");
  });
});

test("an empty cell of CSV is not known, and a quoted one is empty", async () => {
  const log = 'uri,status,request_header_accept\n,abc,\n"",,"[""a"",""b""]"\n"/a,b""c",200,[x\n';
  await withFiles({ "log.csv.gz": gzipSync(log) }, async (folder) => {
    const { rows } = await readLog(database, named("csv"), `['${join(folder, "log.csv.gz")}']`);
    expect(rows.map((row) => JSON.stringify(row)).toSorted()).toEqual(
      [
        { uri: null, status: null, request_header_accept: null },
        { uri: "", status: null, request_header_accept: ["a", "b"] },
        { uri: '/a,b"c', status: "200", request_header_accept: ["[x"] },
      ]
        .map((row) => JSON.stringify(row))
        .toSorted(),
    );
  });
});

test("a row of CSV with too many cells, or that is no text, is counted", async () => {
  const log = Buffer.concat([
    Buffer.from("method,uri\nGET,/\nGET,/,more\nGET,"),
    Buffer.of(0xff),
    Buffer.from("\nGET,/b\n"),
  ]);
  await withFiles({ log }, async (folder) => {
    const files = `['${join(folder, "log")}']`;
    const { rows, rejected } = await readLog(database, named("csv"), files);
    expect(rows.map(({ uri }) => uri).toSorted()).toEqual(["/", "/b"]);
    expect(rejected).toBe(2);
    const format = await formatOf(database, named("csv"), files);
    const skipped = await unreadableLines(database, format, files, 10);
    expect(skipped.map(({ text }) => text)).toContain("GET,/,more");
  });
});

const adapter = {
  fields: {
    time: "at",
    method: "request_method",
    uri: {
      sql: "path || coalesce('?' || query, '')",
      lossy: "An empty query string is taken as none.",
    },
    status: "status",
  },
  headers: {
    request: { names: { "User-Agent": "agent" } },
  },
};

test("an adapter says where the columns of CSV and Parquet stand", async () => {
  const log =
    "at,request_method,path,query,status,agent\n2026-02-23T23:44:16Z,GET,/a,b=c,200,x\n1771890256528000001,PUT,/b,,,\n";
  await withFiles({ log }, async (folder) => {
    const csv = logFormatOf(readLogAdapter({ format: "csv", ...adapter }), "own");
    const parquet = logFormatOf(readLogAdapter({ format: "parquet", ...adapter }), "own");
    const file = join(folder, "log");
    await run(
      `COPY (FROM read_csv('${file}', all_varchar = true)) TO '${file}.parquet' (FORMAT parquet)`,
    );
    const expected = [
      {
        time: "1771890256000000000",
        method: "GET",
        uri: "/a?b=c",
        status: "200",
        "request_header_user-agent": ["x"],
      },
      {
        time: "1771890256528000000",
        method: "PUT",
        uri: "/b",
        status: null,
        "request_header_user-agent": null,
      },
    ];
    const read = await readLog(database, csv, `['${file}']`);
    expect(read.rows.toSorted(byMethod)).toEqual(expected);
    expect(csv.fields.uri?.lossy).toBe("An empty query string is taken as none.");
    expect(
      (await readLog(database, parquet, `['${file}.parquet']`)).rows.toSorted(byMethod),
    ).toEqual(expected);
  });
});

function byMethod(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): number {
  return String(one["method"]) < String(other["method"]) ? -1 : 1;
}

test("an adapter names members of objects, paths in them, and SQL", async () => {
  const log = [
    JSON.stringify({
      at: "2026-02-23T23:44:16Z",
      http: { m: "GET", "x.y": 5 },
      p: "/a",
      h: { "X-A": ["1"] },
      one: "v",
      some: ["a", "b"],
    }),
    "wrong",
    "[]",
    "{}",
  ].join("\n");
  const format = logFormatOf(
    readLogAdapter({
      format: "ndjson",
      fields: {
        time: "at",
        method: "$.http.m",
        status: '$.http."x.y"',
        uri: { sql: "json->>'$.p'" },
      },
      headers: { request: { all: "h", names: { "x-b": "one", "x-c": "some" } } },
    }),
    "own",
  );
  await withFiles({ log }, async (folder) => {
    const files = `['${join(folder, "log")}']`;
    const { rows, unreadable } = await readLog(database, format, files);
    expect(unreadable).toBe(2);
    expect(rows.toSorted(byMethod)[0]).toEqual({
      time: "1771890256000000000",
      method: "GET",
      uri: "/a",
      status: "5",
      request_headers: { "x-a": ["1"] },
      "request_header_x-b": ["v"],
      "request_header_x-c": ["a", "b"],
      unreadable: null,
    });
    const skipped = await unreadableLines(database, format, files, 9);
    expect(skipped.map(({ text }) => text).toSorted()).toEqual(["[]", "wrong"]);
  });
});

test("the adapter of the docs reads lines of its form", async () => {
  const example = new URL("../../../docs/examples/impact/gateway.columns.json", import.meta.url);
  const ofDocs = readLogAdapter(JSON.parse(readFileSync(example, "utf8")));
  const line = {
    ts: "2026-11-02T00:00:00Z",
    verb: "GET",
    vhost: "a.example",
    target: "/a",
    forwarded: "203.0.113.9, 10.0.0.1",
    answer: { code: 404 },
    agent: "curl/8",
  };
  await withFiles({ "log.ndjson": `${JSON.stringify(line)}\n` }, async (folder) => {
    const format = logFormatOf(ofDocs, "gateway");
    const { rows } = await readLog(database, format, `['${join(folder, "log.ndjson")}']`);
    expect(rows).toMatchObject([
      {
        method: "GET",
        host: "a.example",
        uri: "/a",
        client_ip: "203.0.113.9",
        status: "404",
        "request_header_user-agent": ["curl/8"],
      },
    ]);
  });
});
