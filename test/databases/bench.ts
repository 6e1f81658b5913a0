/**
 * How quickly a change is counted: 20 rules before and after, with all matrices, beside a query with the same
 * conditions written by hand. `npm run --silent bench:impact [million rows]` prints the figures.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilePolicy } from "@traffic-policy/policy-engine";
import {
  fieldNames,
  fields,
  impactOf,
  logRelation,
  type FieldName,
} from "@traffic-policy/policy-impact";
import { duckDb } from "./databases.ts";
import { byHand, rules } from "./bench-policies.ts";

const rows = Number(process.argv[2] ?? 10) * 1_000_000;
const rounds = 3;
const folder = mkdtempSync(join(tmpdir(), "impact-"));
const database = await duckDb("2GB");

async function run(sql: string): Promise<void> {
  for await (const _ of database.rows(sql));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function measured(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return median(times);
}

// A request each 60 ms: a tenth comes by IPv6, some paths are escaped, and ids, bots and countries are mixed.
const pick = (texts: readonly string[], by: number): string =>
  `[${texts.map((text) => `'${text}'`).join(", ")}][1 + (hash(i * ${by}) % ${texts.length})::INT]`;
const generated = `SELECT
  (1788220800000000000 + i * 60000000)::BIGINT AS time,
  ${pick(["GET", "GET", "GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD"], 3)} AS method,
  'https' AS scheme,
  ${pick(["www.example.com", "api.example.com"], 5)} AS host,
  CASE (hash(i * 7) % 10)::INT
    WHEN 0 THEN '/'
    WHEN 1 THEN '/api/v' || (hash(i * 11) % 4) || '/users/' || (hash(i * 13) % 100000)
    WHEN 2 THEN '/api/v2/orders/' || (hash(i * 17) % 1000000) || '?page=' || (hash(i * 41) % 9)
    WHEN 3 THEN '/static/' || (hash(i * 19) % 500) || '.css'
    WHEN 4 THEN CASE WHEN hash(i * 23) % 50 = 0 THEN '/admin/users' ELSE '/login' END
    WHEN 5 THEN CASE WHEN hash(i * 29) % 40 = 0 THEN '/wp-login.php' ELSE '/docs/' || (hash(i * 31) % 1000) END
    WHEN 6 THEN '/search?q=' || (hash(i * 37) % 5000) || CASE WHEN hash(i * 43) % 20 = 0 THEN '&debug=1' ELSE '' END
    WHEN 7 THEN CASE WHEN hash(i * 47) % 20 = 0 THEN '/files/a%20b.pdf' ELSE '/files/' || (hash(i * 53) % 999) END
    ELSE '/blog/' || (hash(i * 59) % 300)
  END AS uri,
  CASE WHEN hash(i * 61) % 10 = 0
    THEN '2001:db8:' || to_hex(hash(i * 67) % 65536) || '::' || to_hex(hash(i * 71) % 65535 + 1)
    ELSE CASE WHEN hash(i * 83) % 20 = 0 THEN '10.' ELSE (11 + hash(i * 73) % 200)::VARCHAR || '.' END
      || (hash(i * 79) % 256) || '.' || (hash(i * 89) % 256) || '.' || (hash(i * 97) % 256)
  END AS client_ip,
  ${pick(["US", "US", "US", "DE", "FR", "GB", "NO", "BR", "IN", "JP", ""], 101)} AS country_code,
  MAP {
    'user-agent': [${pick(["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (iPhone)", "curl/8.5.0", "Googlebot/2.1", "okhttp/3.12"], 103)}],
    'accept': ['*/*'],
    'x-api-key': [CASE WHEN hash(i * 107) % 3 = 0 THEN 'k-' || (hash(i * 109) % 100) ELSE '' END]
  } AS request_headers,
  CASE WHEN hash(i * 113) % 4 = 0 THEN (hash(i * 127) % 20000)::BIGINT ELSE -1 END AS content_length
  FROM range(${rows}) t(i)`;

try {
  const parquet = join(folder, "log.parquet");
  const lines = join(folder, "log.ndjson");
  await run(`COPY (${generated}) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`);
  await run(
    `COPY (SELECT * FROM '${parquet}' LIMIT ${Math.min(rows, 1_000_000)}) TO '${lines}' (FORMAT json)`,
  );
  const known: readonly FieldName[] = fieldNames.filter((name) =>
    [
      "time",
      "method",
      "scheme",
      "host",
      "uri",
      "client_ip",
      "country_code",
      "content_length",
    ].includes(name),
  );
  const contents = {
    fields: Object.fromEntries(known.map((name) => [name, { sql: `"${name}"` }])),
    headers: { request: { all: { sql: "request_headers" } } },
  };
  const policies = [rules.slice(0, -2), rules].map((some) =>
    compilePolicy({
      inbound: some.map(({ name, expression, status }) => ({
        name,
        expressions: [expression],
        actions: [{ type: "deny", config: { status_code: status } }],
      })),
    }),
  );
  const [before, after] = await Promise.all(policies);
  if (before === undefined || after === undefined) throw new Error("There are no policies.");
  const count = (from: string): Promise<unknown> =>
    impactOf(before, after, { database, ...logRelation(contents, from) });
  const types = [
    ...known.map((name) => `"${name}": '${fields[name].type === "text" ? "VARCHAR" : "BIGINT"}'`),
    "request_headers: 'MAP(VARCHAR, VARCHAR[])'",
  ];
  const ofParquet = await measured(() => count(`'${parquet}'`));
  const hand = await measured(() => run(byHand(`'${parquet}'`)));
  const ofLines = await measured(() =>
    count(`read_ndjson('${lines}', columns = {${types.join(", ")}})`),
  );
  const memory = process.resourceUsage().maxRSS / 1024 / 1024;
  const rate = (of: number, seconds: number): string =>
    `${(of / seconds / 1e6).toFixed(2)} M rows/s`;
  console.log(`Parquet, ${rows / 1e6} M rows: ${ofParquet.toFixed(1)} s, ${rate(rows, ofParquet)}`);
  console.log(
    `by hand, counts only: ${hand.toFixed(1)} s; ${(ofParquet / hand).toFixed(2)} times as long`,
  );
  console.log(`NDJSON: ${rate(Math.min(rows, 1_000_000), ofLines)}`);
  console.log(`most memory: ${memory.toFixed(2)} GB`);
} finally {
  await database.close();
  rmSync(folder, { recursive: true });
}
