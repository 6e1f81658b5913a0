/**
 * How quickly a change is counted: 20 rules before and after, with all matrices, beside a query with the same
 * conditions written by hand. `npm run --silent bench:impact [million rows]` prints the figures.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fields } from "@traffic-policy/policy-impact";
import { formatNamed, impactOf, logRelation } from "@traffic-policy/policy-impact/internal";
import { duckDb } from "./databases.ts";
import { benchPolicies, byHand } from "./bench-policies.ts";
import { madeUpFields, madeUpRows } from "./bench-rows.ts";

const makeEvents = new URL("../../docs/examples/impact/make-events.js", import.meta.url);
const rows = Number(process.argv[2] ?? 10) * 1_000_000;
const folder = mkdtempSync(join(tmpdir(), "impact-"));
const database = await duckDb("2GB");
const rounds = 3;

/** The seconds that something takes, in the middle of three times. */
async function measured(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

function rate(count: number, seconds: number): string {
  return `${(count / seconds / 1e6).toFixed(2)} M rows/s`;
}

async function run(sql: string): Promise<void> {
  for await (const _ of database.rows(sql));
}

try {
  const parquet = join(folder, "log.parquet");
  const lines = join(folder, "log.ndjson");
  await run(`COPY (${madeUpRows(0, rows)}) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`);
  await run(
    `COPY (SELECT * FROM '${parquet}' LIMIT ${Math.min(rows, 1_000_000)}) TO '${lines}' (FORMAT json)`,
  );
  const contents = {
    fields: Object.fromEntries(madeUpFields.map((name) => [name, { sql: `"${name}"` }])),
    headers: { request: { all: { sql: "request_headers" } } },
  };
  const [before, after] = await benchPolicies();
  const count = (from: string): Promise<unknown> =>
    impactOf(before, after, { database, ...logRelation(contents, from) });
  const types = [
    ...madeUpFields.map(
      (name) => `"${name}": '${fields[name].type === "text" ? "VARCHAR" : "BIGINT"}'`,
    ),
    "request_headers: 'MAP(VARCHAR, VARCHAR[])'",
  ];
  const ofParquet = await measured(() => count(`'${parquet}'`));
  const hand = await measured(() => run(byHand(`'${parquet}'`)));
  const ofLines = await measured(() =>
    count(`read_ndjson('${lines}', columns = {${types.join(", ")}})`),
  );
  const events = join(folder, "events.ndjson");
  execFileSync(process.execPath, [fileURLToPath(makeEvents), events]);
  const format = formatNamed("events");
  if (format === undefined || !("quickRows" in format)) throw new Error("There are no events.");
  let eventCount = 0;
  const ofEvents = await measured(async () => {
    const asRead = format.quickRows?.(`['${events}']`) ?? "";
    const impact = await impactOf(before, after, { database, ...logRelation(format, asRead) });
    eventCount = impact.rows;
  });
  const memory = process.resourceUsage().maxRSS / 1024 / 1024;
  console.log(`Parquet, ${rows / 1e6} M rows: ${ofParquet.toFixed(1)} s, ${rate(rows, ofParquet)}`);
  console.log(
    `by hand, counts only: ${hand.toFixed(1)} s; ${(ofParquet / hand).toFixed(2)} times as long`,
  );
  console.log(`NDJSON: ${rate(Math.min(rows, 1_000_000), ofLines)}`);
  console.log(`events of the service: ${rate(eventCount, ofEvents)}`);
  console.log(`most memory: ${memory.toFixed(2)} GB`);
} finally {
  await database.close();
  rmSync(folder, { recursive: true });
}
