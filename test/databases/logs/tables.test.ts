import { type Column, type Database } from "@traffic-policy/policy-impact";
import { contentsOfTable, fieldNames, logRelation } from "@traffic-policy/policy-impact/internal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "../clickhouse/cluster.ts";
import { chDb, clickHouse } from "../databases.ts";

/** A ClickHouse, and how to run what is no query. */
interface Opened {
  readonly database: Database;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

async function opened(version: string): Promise<Opened> {
  if (version === "today's") {
    const database = await chDb();
    return {
      database,
      run: (sql) => Promise.resolve(database.run(sql)),
      close: () => database.close(),
    };
  }
  const cluster: Cluster = await startCluster(1);
  const database = await clickHouse({ url: cluster.urls[0] ?? "" });
  return {
    database,
    run: async (sql) => void (await cluster.run(0, sql)),
    async close() {
      await database.close();
      await cluster.stop();
    },
  };
}

/** What a value of a type tells as a column of some name; undefined where the column tells nothing. */
type Told = readonly [column: string, type: string, value: string, told: string | null | undefined];

const both: readonly Told[] = [
  ["method", "String", "'GET'", '"GET"'],
  ["method", "Nullable(String)", "NULL", null],
  ["method", "Enum8('GET' = 1, 'PUT' = 2)", "'PUT'", '"PUT"'],
  ["country_code", "FixedString(2)", "'DE'", '"DE"'],
  ["country_code", "FixedString(4)", "'DE'", '"DE"'],
  ["city", "Array(String)", "['Oslo']", undefined],
  ["status", "UInt16", "404", '"404"'],
  ["status", "Nullable(Int32)", "NULL", null],
  ["status", "String", "'-'", null],
  ["status", "String", "'200'", '"200"'],
  ["status", "Nullable(String)", "NULL", null],
  ["bytes_in", "String", "'-99999999999999999999'", null],
  ["status", "Float64", "200", undefined],
  ["bytes_in", "UInt64", "18446744073709551615", null],
  ["bytes_in", "UInt64", "9223372036854775807", '"9223372036854775807"'],
  ["bytes_in", "Int64", "-1", '"-1"'],
  ["time", "DateTime", "toDateTime(1790000000)", '"1790000000000000000"'],
  ["time", "Nullable(DateTime)", "NULL", null],
  ["time", "Int64", "1790000000123456789", '"1790000000123000000"'],
  ["time", "String", "'1790000000123456789'", undefined],
  ["time", "Date", "'2026-09-21'", undefined],
  ["request_header_x-a", "String", "'b'", '["b"]'],
  ["request_header_X-A", "Array(String)", "['b', 'c']", '["b","c"]'],
  ["request_header_x-a", "Nullable(String)", "'b'", undefined],
  [
    "request_headers",
    "Nested(name String, value String)",
    "['X-A', 'x-a', 'X-B'], ['b', 'c', 'd']",
    '["b","c"]',
  ],
  ["request_headers", "String", "'{}'", undefined],
];

const ofToday: readonly Told[] = [
  ["request_headers", "Array(Tuple(String, String))", "[('X-A', 'b'), ('x-a', 'c')]", '["b","c"]'],
  ["method", "LowCardinality(String)", "'GET'", '"GET"'],
  ["method", "LowCardinality(Nullable(String))", "NULL", null],
  ["client_ip", "IPv4", "'192.0.2.1'", '"192.0.2.1"'],
  ["client_ip", "IPv6", "'::ffff:192.0.2.1'", '"192.0.2.1"'],
  ["client_ip", "IPv6", "'2001:db8::1'", '"2001:db8::1"'],
  ["client_ip", "Nullable(IPv6)", "NULL", null],
  [
    "time",
    "DateTime64(6, 'Asia/Tokyo')",
    "toDateTime64(1790000000.123456, 6)",
    '"1790000000123000000"',
  ],
  ["time", "DateTime64(3)", "toDateTime64('2299-01-01 00:00:00', 3, 'UTC')", null],
  ["time", "DateTime('Asia/Tokyo')", "toDateTime(1790000000)", '"1790000000000000000"'],
  ["request_headers", "Map(String, Array(String))", "map('X-A', ['b'], 'x-a', ['c'])", '["b","c"]'],
  ["request_headers", "Map(String, String)", "map('X-A', 'b')", '["b"]'],
  ["request_headers", "Map(LowCardinality(String), String)", "map('X-B', 'b')", "[]"],
  [
    "request_headers",
    "Map(LowCardinality(String), Array(LowCardinality(String)))",
    "map('X-A', ['b'])",
    '["b"]',
  ],
  ["request_headers", "Map(String, Nullable(String))", "map('X-A', NULL)", undefined],
  ["request_headers", "Map(UInt8, String)", "map(1, 'b')", undefined],
  ["request_headers", "Array(Tuple(name String, value String))", "[('X-A', 'b')]", '["b"]'],
];

/** What the query for a table finds of one column, as JSON. */
async function toldBy(
  { database, run }: Opened,
  table: string,
  [name, type, value]: Told,
): Promise<string | null | undefined> {
  const { writer } = database;
  await run(`CREATE TABLE ${table} (${writer.column(name)} ${type}) ENGINE = Memory`);
  await run(`INSERT INTO ${table} VALUES (${value})`);
  const columns: readonly Column[] = await database.columnsOf(table);
  const { from, columns: told } = logRelation(contentsOfTable(columns, writer), table);
  const header = told.headers.request;
  const field = fieldNames.find((one) => told.fields.has(one));
  if (field === undefined && header === undefined) return undefined;
  const isAll = header?.all === true;
  const column = field ?? (isAll ? "request_headers" : "request_header_x-a");
  const sql = isAll ? writer.entry(writer.column(column), "x-a") : writer.record([column]);
  for await (const [cell] of database.rows(`SELECT ${sql} AS value FROM ${from} AS rows`)) {
    if (isAll) return JSON.stringify(cell);
    const [found] = Object.values(JSON.parse(String(cell)) as Readonly<Record<string, unknown>>);
    return found === null ? null : JSON.stringify(found);
  }
  return undefined;
}

let now: Opened;
let early: Opened;
beforeAll(async () => {
  now = await opened("today's");
  early = await opened("18.16");
});
afterAll(() => Promise.all([now.close(), early.close()]));

test.each([...both, ...ofToday].map((told, index) => [...told, index] as const))(
  "today's ClickHouse: %s of the type %s, with %s, tells %s",
  async (...told) => {
    const [column, type, value, expected, index] = told;
    expect(await toldBy(now, `told_${index}`, [column, type, value, expected])).toBe(expected);
  },
);

test.each(both.map((told, index) => [...told, index] as const))(
  "ClickHouse 18.16: %s of the type %s, with %s, tells %s",
  async (...told) => {
    const [column, type, value, expected, index] = told;
    expect(await toldBy(early, `told_${index}`, [column, type, value, expected])).toBe(expected);
  },
);
