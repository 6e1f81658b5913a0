import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { type Database, type QueryProgress } from "@traffic-policy/policy-impact";
import { DatabaseError, impactOf, type Impact } from "@traffic-policy/policy-impact/internal";
import type { JsonValue } from "@traffic-policy/policy-language";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { arbitraryChange, arbitraryPolicy } from "../../policy-proof/random-policies.ts";
import { howMany, sampled } from "../../seeded.ts";
import { chDb, clickHouse, duckDb } from "../databases.ts";
import { asArrays, asMaps, insertInto, tableOf } from "../truth/clickhouse-rows.ts";
import { allColumns, duckDbRows } from "../truth/duckdb-rows.ts";
import { arbitraryRecord } from "../truth/hostile-records.ts";
import { startCluster, type Cluster } from "./cluster.ts";

let cluster: Cluster;
let database: Database;

// The days that each of these databases knows.
const records = sampled(
  arbitraryRecord.filter(({ fields: { time } }) => Number(time) >= 0 && Number(time) < 4e18),
  300,
);
const nodes = [0, 1];

/** Puts the records on the nodes in turn, and all of them on the first one as `whole`. */
beforeAll(async () => {
  cluster = await startCluster(nodes.length);
  database = await clickHouse({ url: cluster.urls[0] ?? "" });
  const rows = [...records.entries()];
  for (const node of nodes) {
    await cluster.run(node, tableOf("logs", asArrays));
    const own = rows.filter(([row]) => row % nodes.length === node);
    await cluster.run(node, insertInto("logs", own, asArrays));
    await cluster.run(
      node,
      "CREATE TABLE all_logs AS logs ENGINE = Distributed(all, default, logs)",
    );
  }
  await cluster.run(0, tableOf("whole", asArrays));
  await cluster.run(0, insertInto("whole", rows, asArrays));
});
afterAll(async () => {
  try {
    await database.close();
  } finally {
    await cluster.stop();
  }
});

type Policies = readonly [CompiledPolicy, CompiledPolicy];

function impact(policies: Policies, of: Database, from: string): Promise<Impact> {
  const stubs = { "jwt-validation": "next", "rate-limit": "next" } as const;
  return impactOf(...policies, { database: of, from, columns: allColumns, stubs });
}

/** What is counted, without the order of what is counted equally often, and without examples. */
function countsOf({ passages, reasons, dimensions, ...counts }: Impact): unknown {
  const ordered = (list: readonly unknown[]): string[] =>
    list.map((one) => JSON.stringify(one)).toSorted();
  return {
    ...counts,
    byEngine: undefined,
    passages: ordered(passages.map((passage) => ({ ...passage, examples: undefined }))),
    reasons: ordered(reasons),
    dimensions: Object.entries(dimensions).map(([name, { values }]) => `${name} ${values}`),
  };
}

async function policiesOf(inbound: readonly object[]): Promise<CompiledPolicy> {
  return compilePolicy({ inbound } as unknown as JsonValue);
}

test("a Distributed table is counted like one table of all rows, and like other databases", async () => {
  const [inProcess, duck] = [await chDb(), await duckDb()];
  try {
    inProcess.run(tableOf("logs", asMaps));
    inProcess.run(insertInto("logs", [...records.entries()], asMaps));
    const changes = sampled(arbitraryChange, howMany(4, 60));
    const documents = sampled(arbitraryPolicy, changes.length);
    for (const [index, { inbound }] of documents.entries()) {
      const after = changes[index]?.(inbound) ?? [];
      const policies: Policies = [await policiesOf(inbound), await policiesOf(after)];
      const ofAll = await impact(policies, database, asArrays.from("all_logs"));
      const others = [
        await impact(policies, database, asArrays.from("whole")),
        await impact(policies, inProcess, "logs"),
        await impact(policies, duck, duckDbRows(records)),
      ];
      expect(ofAll.rows).toBe(records.length);
      for (const other of others) expect(countsOf(other)).toEqual(countsOf(ofAll));
    }
  } finally {
    await Promise.all([inProcess.close(), duck.close()]);
  }
});

test("examples of a Distributed table are those of one table", async () => {
  const policies = await twoPolicies();
  const ofAll = await impact(policies, database, asArrays.from("all_logs"));
  const ofOne = await impact(policies, database, asArrays.from("whole"));
  const examplesOf = ({ passages }: Impact): unknown => passages.map(({ examples }) => examples);
  expect(examplesOf(ofAll)).toEqual(examplesOf(ofOne));
  expect(ofOne.passages.flatMap(({ examples }) => examples).length).toBeGreaterThan(3);
});

const rules = [
  { expressions: ["req.url.path.startsWith('/a')"], actions: [{ type: "deny" }] },
  { expressions: ["req.user_agent.contains('curl')"], actions: [{ type: "deny" }] },
];

async function twoPolicies(): Promise<Policies> {
  return [await policiesOf([]), await policiesOf(rules)];
}

async function asUser<Result>(
  user: Cluster["careless"],
  ask: (opened: Database) => Promise<Result>,
): Promise<Result> {
  const opened = await clickHouse({ url: cluster.urls[0] ?? "", ...user });
  try {
    return await ask(opened);
  } finally {
    await opened.close();
  }
}

test("who may only read counts the same", async () => {
  const policies = await twoPolicies();
  const from = asArrays.from("whole");
  const found = await impact(policies, database, from);
  expect(found.changed).toBeGreaterThan(10);
  const asReader = await asUser(cluster.careless, (opened) => impact(policies, opened, from));
  expect(countsOf(asReader)).toEqual(countsOf(found));
});

test("a user whose settings end a query early gets an error, and no part of the counts", async () => {
  const policies = await twoPolicies();
  const answer = asUser(cluster.hasty, (opened) =>
    impact(policies, opened, asArrays.from("whole")),
  );
  await expect(answer).rejects.toThrow(/Limit for rows/);
});

/** Rows that take a second for each thousand. */
async function slowRows(name: string): Promise<string> {
  const some = [...records.entries()];
  for (const node of nodes) {
    await cluster.run(node, tableOf(name, asArrays));
    for (let block = 0; block < 60; block += 1) {
      await cluster.run(node, insertInto(name, some, asArrays));
    }
    await cluster.run(
      node,
      `CREATE TABLE all_${name} AS ${name} ENGINE = Distributed(all, default, ${name})`,
    );
  }
  return asArrays.from(`(SELECT * FROM all_${name} WHERE sleepEachRow(0.001) = 0)`);
}

/** Waits until a query is under way on every node. */
async function running(): Promise<void> {
  await expect
    .poll(async () => Math.min(...(await Promise.all(nodes.map(queriesOn)))), { timeout: 120_000 })
    .toBeGreaterThan(0);
}

async function queriesOn(node: number): Promise<number> {
  const sql =
    "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%'";
  return Number(await cluster.run(node, sql));
}

test("a query tells how far it is, and one that is stopped ends on every node", async () => {
  const from = await slowRows("stopped");
  const stopping = new AbortController();
  const told: QueryProgress[] = [];
  const policies = await twoPolicies();
  const answer = impactOf(...policies, {
    database,
    from,
    columns: allColumns,
    signal: stopping.signal,
    onProgress: (progress) => {
      told.push(progress);
      if ((progress.rows ?? 0) > 0) stopping.abort();
    },
  });
  await expect(answer).rejects.toThrow(new DatabaseError("The query was stopped."));
  expect(told.at(-1)?.rows).toBeGreaterThan(0);
  // The nodes notice between two blocks of rows.
  await expect
    .poll(async () => Promise.all(nodes.map(queriesOn)), { timeout: 120_000 })
    .toEqual([0, 0]);
});

test("a server keeps nothing when all is counted", async () => {
  const [url = ""] = cluster.urls;
  const session = crypto.randomUUID();
  vi.spyOn(crypto, "randomUUID").mockReturnValueOnce(session);
  const opened = await clickHouse({ url });
  const isKnown = (): Promise<boolean> =>
    fetch(`${url}/?session_id=${session}&session_check=1&session_timeout=1&query=SELECT+1`).then(
      ({ ok }) => ok,
    );
  await expect.poll(isKnown).toBe(true);
  await opened.close();
  await expect.poll(isKnown, { timeout: 120_000, interval: 3000 }).toBe(false);
});

/** What a question ends with: counts, or an error. */
async function end(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => "counts",
    (error: unknown) => error,
  );
}

test("a node that is killed in the middle of a query leaves no counts", async () => {
  const from = await slowRows("killed");
  const answer = end(impact(await twoPolicies(), database, from));
  await running();
  await cluster.kill(1);
  expect(await answer).toBeInstanceOf(DatabaseError);
  // What the other node did of it is not needed any more.
  await expect.poll(() => queriesOn(0), { timeout: 120_000 }).toBe(0);
});

test("a node that is gone is an error, also where the user's settings leave it out", async () => {
  await cluster.kill(1);
  const policies = await twoPolicies();
  const from = asArrays.from("all_logs");
  const refused = /Connection refused|ECONNREFUSED|All connection tries failed/;
  await expect(impact(policies, database, from)).rejects.toThrow(refused);
  const asCareless = asUser(cluster.careless, (opened) => impact(policies, opened, from));
  await expect(asCareless).rejects.toThrow(refused);
});
