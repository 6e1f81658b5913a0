import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImpactOutput } from "../../../packages/cli/src/commands/impact/output.ts";
import { run } from "../../../packages/cli/src/program.ts";
import { testContext } from "../../cli/context.ts";
import { startCluster, type Cluster } from "./cluster.ts";

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));
const rows = 3000;

let cluster: Cluster;
let folder: string;

const before = {
  inbound: [
    {
      name: "Methods",
      expressions: ["req.method in ['TRACE', 'CONNECT']"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
  ],
};
const after = {
  inbound: [
    ...before.inbound,
    {
      name: "Scanners",
      expressions: ["req.url.path.startsWith('/wp-') || 'b' in getQueryParam('a')"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
    {
      name: "Tools",
      expressions: ["req.user_agent.startsWith('curl/')"],
      actions: [{ type: "deny" }],
    },
  ],
};

const columns =
  "time DateTime, scheme String, method String, host String, uri String, client_ip Nullable(String), request_headers Nested(name String, value String)";

/** Some of the rows, of which most end otherwise than before, and some take the engine. */
function some(condition: string): string {
  return `SELECT toDateTime(1790000000 + number * 60), 'https', ['GET', 'POST', 'TRACE'][1 + number % 3], ['a.example', 'b.example'][1 + number % 2], concat(['/wp-', '/', '/%77p-', '/?a=%62&n='][1 + number % 4], toString(number % 50)), if(number % 10 = 0, NULL, concat('192.0.', toString(number % 7), '.1')), ['User-Agent'], [['curl/8', 'Mozilla/5.0'][1 + intDiv(number, 3) % 2]] FROM numbers(${rows}) WHERE ${condition}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-cluster-"));
  symlinkSync(packages, join(folder, "node_modules"));
  writeFileSync(join(folder, "before.json"), JSON.stringify(before));
  writeFileSync(join(folder, "after.json"), JSON.stringify(after));
  const adapter = {
    format: "table",
    fields: { scheme: "scheme", method: "method", host: "uri", uri: "host" },
  };
  writeFileSync(join(folder, "swapped.json"), JSON.stringify(adapter));
  cluster = await startCluster(2);
  for (const node of [0, 1]) {
    await cluster.run(node, `CREATE TABLE logs (${columns}) ENGINE = MergeTree ORDER BY time`);
    await cluster.run(node, `INSERT INTO logs ${some(`intHash32(number) % 2 = ${node}`)}`);
    await cluster.run(
      node,
      "CREATE TABLE all_logs AS logs ENGINE = Distributed(all, default, logs)",
    );
  }
  await cluster.run(0, `CREATE TABLE whole (${columns}) ENGINE = MergeTree ORDER BY time`);
  await cluster.run(0, `INSERT INTO whole ${some("1")}`);
  for (const [table, order] of [
    ["plain", "host, uri"],
    ["swapped", "uri, host"],
  ] as const) {
    await cluster.run(
      0,
      `CREATE TABLE ${table} (scheme String, method String, host String, uri String) ENGINE = Memory`,
    );
    await cluster.run(0, `INSERT INTO ${table} SELECT scheme, method, ${order} FROM whole`);
  }
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

interface Printed {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** What the command prints of a table of the first node. */
async function impact(table: string, ...more: string[]): Promise<Printed> {
  const context = await testContext(folder);
  const given = ["--table", table, "--database", cluster.urls[0] ?? ""];
  const words = ["impact", "before.json", "after.json", ...given, ...more];
  const status = await run(words, context);
  return {
    status,
    out: context.printed.out.replace(/\b(?:all(?:_|&#95;)logs|whole)\b/, "logs"),
    err: context.printed.err,
  };
}

test.each([
  [[]],
  [["--format", "markdown"]],
  [["--where", "req.host == 'a.example'", "--group-by", "path,network", "--top", "3"]],
  [["--since", "2026-09-22", "--until", "2026-09-23T01:00:00Z"]],
  [["--untranslated", "engine", "--examples", "10"]],
])("a Distributed table is told of like one table of all rows: %j", async (more) => {
  const ofOne = await impact("whole", ...more);
  expect(ofOne).toMatchObject({ status: 1, err: "" });
  expect(await impact("all_logs", ...more)).toEqual(ofOne);
});

async function counted(...given: Parameters<typeof impact>): Promise<ImpactOutput> {
  const { out } = await impact(...given, "--format", "json");
  return JSON.parse(out) as ImpactOutput;
}

test("a report tells of all rows, also of those that the engine decides", async () => {
  const found = await counted("all_logs");
  expect(found).toMatchObject({ rows, seen: rows, unknown: 0 });
  expect(found.byEngine).toBeGreaterThan(100);
});

test("a sample is one of all rows", async () => {
  const found = await counted("all_logs", "--sample", "50%");
  expect(found.rows).toBeGreaterThan(rows / 4);
  expect(found.rows).toBeLessThan((rows * 3) / 4);
});

test("an adapter may give a field the name of another column", async () => {
  const found = await counted("swapped", "--columns", "swapped.json");
  expect(found.dimensions).toEqual((await counted("plain")).dimensions);
  expect(found.newlyDenied).toBeGreaterThan(100);
});

test("a table that is not there is refused, and nothing is told", async () => {
  const { status, out, err } = await impact("nothing");
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/nothing doesn't exist/);
});

test("where a node is gone, nothing is told", async () => {
  await cluster.kill(1);
  const { status, out, err } = await impact("all_logs");
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/Connection refused|All connection tries failed/);
});
