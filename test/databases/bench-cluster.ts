/**
 * How quickly a cluster counts a change: the same policies and rows as in `bench.ts`, in one node, and shared out over
 * three. `npm run --silent bench:cluster [million rows]` prints the figures. The nodes share the cores of this machine:
 * what can be seen is how much work there is, and how much more three nodes make of it.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import {
  contentsOfTable,
  impactOf,
  logRelation,
  type Database,
  type Impact,
} from "@traffic-policy/policy-impact";
import { benchPolicies } from "./bench-policies.ts";
import { madeUpFields, madeUpRows } from "./bench-rows.ts";
import { measured, rate } from "./bench-measured.ts";
import { startCluster } from "./clickhouse/cluster.ts";
import { chDb, clickHouse, clickHouseShards, duckDb } from "./databases.ts";

const rows = Number(process.argv[2] ?? 10) * 1_000_000;
const rowsOfBlock = 250_000;
const nodes = [0, 1, 2];

/** The bytes that went to servers and came back, of those who reach them in this way. */
let bytes = 0;
const servers: Server[] = [];

/** A port that leads to another one, and counts. */
async function counted(port: number): Promise<number> {
  const server = createServer((client) => {
    const target = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("data", (part: Buffer) => (bytes += part.length));
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  const before = bytes;
  await work();
  return bytes - before;
}

const cluster = await startCluster(counted);
const folder = mkdtempSync(join(tmpdir(), "impact-"));

const columns = madeUpFields.map((name) => {
  const isNumber = name === "time" || name === "content_length";
  return `${name} ${isNumber ? "Int64" : "String"}`;
});
const created = `(${columns.join(", ")}, request_headers Nested(name String, value String)) ENGINE = MergeTree ORDER BY time`;

/** All rows on the first node and in the process, and a third on each node. */
async function load(inProcess: InProcess): Promise<void> {
  const source = await duckDb();
  const file = join(folder, "block.ndjson");
  inProcess.run(`CREATE TABLE whole ${created}`);
  await cluster.run(0, `CREATE TABLE whole ${created}`);
  for (const node of nodes) {
    await cluster.run(node, `CREATE TABLE logs ${created}`);
    for (const [table, name] of [
      ["all_logs", "three"],
      ["seen_logs", "seen"],
    ] as const) {
      await cluster.run(
        node,
        `CREATE TABLE ${table} AS logs ENGINE = Distributed(${name}, default, logs)`,
      );
    }
  }
  const write = async (block: string): Promise<void> => {
    const headers = `map_keys(request_headers) AS "request_headers.name", list_transform(map_values(request_headers), lambda list: list[1]) AS "request_headers.value"`;
    const copy = `COPY (SELECT ${madeUpFields.join(", ")}, ${headers} FROM (${block})) TO '${file}' (FORMAT json)`;
    for await (const _ of source.rows(copy));
  };
  for (let from = 0; from < rows; from += rowsOfBlock) {
    const block = madeUpRows(from, Math.min(rows, from + rowsOfBlock));
    await write(block);
    await cluster.run(0, "INSERT INTO whole FORMAT JSONEachRow", readFileSync(file));
    inProcess.run(`INSERT INTO whole SELECT * FROM file('${file}', JSONEachRow)`);
    for (const node of nodes) {
      await write(`SELECT * FROM (${block}) WHERE time // 60000000 % 3 = ${node}`);
      await cluster.run(node, "INSERT INTO logs FORMAT JSONEachRow", readFileSync(file));
    }
  }
  await source.close();
  // Otherwise the nodes would do so while they are measured.
  await cluster.run(0, "OPTIMIZE TABLE whole FINAL");
  inProcess.run("OPTIMIZE TABLE whole FINAL");
  for (const node of nodes) await cluster.run(node, "OPTIMIZE TABLE logs FINAL");
}

type InProcess = Awaited<ReturnType<typeof chDb>>;

const [before, after] = await benchPolicies();

async function impact(database: Database, table: string): Promise<Impact> {
  const contents = contentsOfTable(await database.columnsOf(table), database.writer);
  return impactOf(before, after, { database, ...logRelation(contents, table) });
}

/** A database that tells how many groups it has kept, and how many rows it gave. */
function noted(database: Database, note: { groups: number; rows: number }): Database {
  return {
    ...database,
    async keep(sql, options) {
      const kept = await database.keep(sql, options);
      for await (const [count] of database.rows(`SELECT count(*) FROM ${kept}`)) {
        note.groups += Number(count);
      }
      return kept;
    },
    async *rows(sql, options) {
      for await (const row of database.rows(sql, options)) {
        note.rows += 1;
        yield row;
      }
    },
  };
}

async function figuresOf(what: string, database: Database, table: string): Promise<Impact> {
  let found = await impact(database, table);
  const [start, ofNode] = [cluster.coreSeconds(), process.cpuUsage()];
  let times = 0;
  const seconds = await measured(async () => {
    found = await impact(database, table);
    times += 1;
  });
  const { user, system } = process.cpuUsage(ofNode);
  const ofAll = (cluster.coreSeconds() - start + (user + system) / 1e6) / times;
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${rate(rows, seconds)}; ${rate(rows, ofAll)} for each core at work`,
  );
  return found;
}

const inProcess = await chDb();
try {
  await load(inProcess);
  const [url = ""] = cluster.urls;
  const one = await clickHouse({ url });
  const three = await clickHouseShards(cluster.urls);
  console.log(
    `${rows / 1e6} M rows, ClickHouse 18.16, ${availableParallelism()} cores for all nodes`,
  );
  const found = [
    await figuresOf("one node counts all", one, "whole"),
    await figuresOf("three nodes count a third each", three, "logs"),
    await figuresOf("one node counts a Distributed table", one, "all_logs"),
    await figuresOf("today's ClickHouse, in a process, counts all", inProcess, "whole"),
  ];
  const counts = found.map(({ passages, dimensions, rules, unknown }) =>
    JSON.stringify([passages.map(({ count }) => count), dimensions, rules, unknown]),
  );
  if (new Set(counts).size > 1) throw new Error("They do not count the same.");

  const ports = await Promise.all(cluster.urls.map((node) => counted(Number(new URL(node).port))));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const note = { groups: 0, rows: 0 };
  const seen = await clickHouseShards(urls);
  const ofAnswer = await bytesOf(() => impact(noted(seen, note), "logs"));
  const between = await bytesOf(() => impact(one, "seen_logs"));
  console.log(
    `three nodes keep ${note.groups} groups, and give ${note.rows} rows in ${(ofAnswer / 1e6).toFixed(2)} MB, with the queries`,
  );
  console.log(
    `two nodes send ${(between / 1e6).toFixed(1)} MB to the one that is asked for a Distributed table: ${(between / ((rows * 2) / 3)).toFixed(0)} bytes a row`,
  );
  await Promise.all([one.close(), three.close(), seen.close()]);
} finally {
  await inProcess.close();
  await cluster.stop();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
}
